//! `cargo fuzz run program` from the folder above: all exact methods must prove the same answer to
//! whatever the bytes say.

#![no_main]

#[path = "../agreement.rs"]
mod agreement;
#[path = "../decode.rs"]
mod decode;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    agreement::assert_all_agree(&decode::problem(bytes));
});
