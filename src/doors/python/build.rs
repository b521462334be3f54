//! Linking of a Python module, which macOS wants to be told about.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
