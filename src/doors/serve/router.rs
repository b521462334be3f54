//! Addresses and what answers there.

use crate::guard::guard;
use crate::page;
use crate::refusal::Refusal;
use crate::request::rewrite;
use crate::state::State;
use crate::{families, film, gallery, instant, run, space, sweep};
use axum::Router;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

/// All addresses, guarded.
pub fn router(state: State) -> Router {
    guarded(addresses(), state)
}

/// All addresses.
pub(crate) fn addresses() -> Router<State> {
    Router::new()
        .route("/", get(page::index))
        .route("/page/{name}", get(page::file))
        .route("/space", get(space::page))
        .route("/api/space", post(space::stability))
        .route("/api/space/{question}", post(space::question))
        .route("/api/collapse", post(instant::collapse))
        .route("/api/stability", post(instant::stability))
        .route("/api/proof", post(instant::proof))
        .route("/api/sweep", post(sweep::of_scene))
        .route("/api/sweep/{family}", get(sweep::of_family))
        .route("/api/simulate", post(run::simulate))
        .route("/api/film", post(film::make))
        .route("/film/{digest}", get(film::show))
        .route("/api/scene", post(rewrite))
        .route("/api/families", get(families::families))
        .route("/api/scene/{family}", get(families::family))
        .route("/api/gallery", get(gallery::list))
        .route("/api/gallery/{name}", get(gallery::scene))
        .route("/api/folder", get(gallery::folder))
        .route("/api/folder/{name}", get(gallery::file))
        .fallback(wrong_address)
        .method_not_allowed_fallback(wrong_method)
}

async fn wrong_address() -> Refusal {
    Refusal::missing("no such address; docs/serve.md lists all")
}

async fn wrong_method(address: Uri) -> Refusal {
    let path = address.path();
    let told = format!(
        "{path}: found another method; \
         docs/serve.md says which are expected"
    );
    let status = StatusCode::METHOD_NOT_ALLOWED;
    Refusal::new(status, told)
}

/// With the guard in front and the state behind.
pub(crate) fn guarded(addresses: Router<State>, state: State) -> Router {
    let guard = from_fn_with_state(state.clone(), guard);
    addresses.layer(guard).with_state(state)
}
