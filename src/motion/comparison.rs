//! The schemes of the papers, for comparison with the rigid step: nothing that they compute is certified.
