//! A server of rmcp whose results are made by the kit: a shop with orders and a box office.
//!
//! `cargo run -p sightline-kit --features rmcp --example server` speaks on standard input and output;
//! with `-- --http 127.0.0.1:8080` it listens there, at any path. Both eras are served at once: the kit
//! makes definition and result for the revision of each request.
//!
//! The parts, in the order in which a newcomer may read them: the types (`Order`, `Booking`), the tools
//! (`Shop::new`), one function for each tool, and the handler that rmcp calls.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorCode, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ResourceContents,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sightline_kit::state::{Call, StateKey};
use sightline_kit::store::{MemoryStore, Store};
use sightline_kit::{Encoding, InputRequest, Limit, Reply, Text, TypedTool, rmcp as bridge, schemars};

/// One row of the shop. `note` is absent where there is none: never `null`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Order {
    id: u32,
    customer: String,
    total: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Find {
    /// Number of the order.
    id: u32,
}

#[derive(Serialize, JsonSchema)]
struct Booking {
    seats: u32,
    row: String,
}

#[derive(Deserialize, JsonSchema)]
struct Book {
    /// The row to sit in.
    row: String,
}

const LINKS: &str = "shop://results/";
const FIVE_MINUTES: u64 = 300;

/// The tools are made once; they are cheap to clone, and so is the shop.
#[derive(Clone, Debug)]
pub struct Shop {
    orders: TypedTool<Vec<Order>>,
    find: TypedTool<Option<Order>>,
    count: TypedTool<usize>,
    cancel: TypedTool<Value>,
    stock: TypedTool<Value>,
    book: TypedTool<Booking>,
    store: Arc<MemoryStore>,
    key: Arc<StateKey>,
}

impl Shop {
    /// Makes the tools. Whatever is wrong with a definition is said here, before anybody calls.
    pub fn new() -> Result<Self, Box<dyn std::error::Error>> {
        let store = Arc::new(MemoryStore::new(16 << 20));
        let summary = |orders: &Vec<Order>| {
            let total: f64 = orders.iter().map(|order| order.total).sum();
            format!("{} orders, {total:.2} in all.", orders.len())
        };
        // An array at the root. A model reads the summary and a table; what is too much is cut so that the
        // schema still holds, and the result links to the whole.
        let orders = TypedTool::builder("list_orders")
            .description("Lists all orders.")
            .text(Text::written(summary).then(Encoding::Table))
            .limit(Limit::Tokens(600), store.clone(), LINKS)
            .read_only()
            .build()?;
        // `null` at the root: "no such order" is an answer and no error.
        let find = TypedTool::builder("find_order")
            .description("Finds one order by its number; null when there is none.")
            .input::<Find>()
            .text(Text::of(Encoding::KeyValue))
            .read_only()
            .build()?;
        let count =
            TypedTool::builder("count_orders").description("Counts the orders.").read_only().build()?;
        let cancel = TypedTool::builder("cancel_order")
            .description("Cancels an order.")
            .input::<Find>()
            .text_only()
            .build()?;
        // What another service sends, held to a schema of ours.
        let schema = json!({
            "type": "object",
            "properties": {"sku": {"type": "string"}, "left": {"type": "integer", "minimum": 0}},
            "required": ["sku", "left"]
        });
        let stock = TypedTool::builder_with_schema("stock", schema)
            .description("Tells how many are left.")
            .input::<Find>()
            .read_only()
            .build()?;
        let book = TypedTool::builder("book_seats")
            .description("Books seats; asks how many.")
            .input::<Book>()
            .build()?;
        let key = Arc::new(StateKey::generate()?);
        Ok(Self { orders, find, count, cancel, stock, book, store, key })
    }

    fn all() -> Vec<Order> {
        let note = |id: u32| id.is_multiple_of(10).then(|| "gift wrap, please".to_owned());
        (1..=120)
            .map(|id| Order {
                id,
                customer: format!("Customer {id}"),
                total: f64::from(id) * 1.25,
                note: note(id),
            })
            .collect()
    }

    /// Answers a call, for a peer of any revision.
    pub fn answer(&self, call: &CallToolRequestParams) -> Result<Reply, ErrorData> {
        let arguments = Value::Object(call.arguments.clone().unwrap_or_default());
        match call.name.as_ref() {
            "list_orders" => Ok(self.orders.reply(&Self::all()).finish_or_error()),
            "count_orders" => Ok(self.count.reply(&Self::all().len()).finish_or_error()),
            "find_order" => {
                let Ok(find) = serde_json::from_value::<Find>(arguments) else {
                    // The model can mend its arguments when it reads what is wrong with them.
                    return Ok(self.find.error("find_order takes {\"id\": a whole number}"));
                };
                let found = Self::all().into_iter().find(|order| order.id == find.id);
                Ok(self.find.reply(&found).finish_or_error())
            }
            "cancel_order" => Ok(self.cancel.error("Orders cannot be cancelled after they are packed.")),
            "stock" => {
                // The service knows only even numbers, and says `null` for the others.
                let id = arguments["id"].as_u64().unwrap_or_default();
                let left = if id.is_multiple_of(2) { json!(id * 3) } else { Value::Null };
                Ok(self.stock.reply(&json!({"sku": format!("sku-{id}"), "left": left})).finish_or_error())
            }
            "book_seats" => Ok(self.book(call, &arguments)),
            other => Err(ErrorData::invalid_params(format!("no tool is called {other}"), None)),
        }
    }

    /// Two rounds: the first asks, the second opens the state and answers.
    fn book(&self, call: &CallToolRequestParams, arguments: &Value) -> Reply {
        let Ok(Book { row }) = serde_json::from_value(arguments.clone()) else {
            return self.book.error("book_seats takes {\"row\": a letter}");
        };
        let text = arguments.to_string();
        // A server that knows its callers says here who calls.
        let bound = Call { tool: "book_seats", arguments: &text, caller: "" };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let Some(state) = &call.request_state else { return self.ask(&bound, now) };
        if let Err(error) = self.key.open(&bound, now, state) {
            return self.book.error(&error.to_string());
        }
        let answer = call.input_responses.as_ref().and_then(|answers| answers.get("seats"));
        let seats = answer.filter(|answer| answer["action"] == "accept");
        match seats
            .and_then(|answer| answer["content"]["seats"].as_u64())
            .and_then(|seats| seats.try_into().ok())
        {
            Some(seats) => self.book.reply(&Booking { seats, row }).finish_or_error(),
            None => self.book.error("Nothing was booked: nobody said how many seats."),
        }
    }

    fn ask(&self, bound: &Call<'_>, now: u64) -> Reply {
        let schema = json!({
            "type": "object",
            "properties": {"seats": {"type": "integer", "minimum": 1, "title": "Seats"}},
            "required": ["seats"]
        });
        let asked = self.key.seal(bound, now + FIVE_MINUTES, b"asked").map_err(|error| error.to_string());
        let asked = asked.and_then(|state| {
            let question = InputRequest::form("How many seats?", schema);
            let question = self.book.input_required().ask("seats", question).state(state);
            question.finish().map_err(|error| error.to_string())
        });
        asked.unwrap_or_else(|error| self.book.error(&error))
    }
}

impl ServerHandler for Shop {
    fn get_info(&self) -> ServerConfig {
        let mut config = ServerConfig::default();
        config.capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // Definition and result must be of one form, so both ask for the revision of the request.
        let revision = bridge::peer_revision(&context);
        Ok(ListToolsResult::with_all_items(vec![
            bridge::definition(&self.orders, &revision)?,
            bridge::definition(&self.find, &revision)?,
            bridge::definition(&self.count, &revision)?,
            bridge::definition(&self.cancel, &revision)?,
            bridge::definition(&self.stock, &revision)?,
            bridge::definition(&self.book, &revision)?,
        ]))
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        bridge::response(&self.answer(&call)?, &bridge::peer_revision(&context))
    }

    /// The whole of a result that was cut.
    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let key = request.uri.strip_prefix(LINKS).unwrap_or_default();
        let Ok(Some(json)) = self.store.get(key) else {
            let missing =
                ErrorData::new(ErrorCode::RESOURCE_NOT_FOUND, format!("no result at {}", request.uri), None);
            return Err(missing);
        };
        let contents = ResourceContents::text(json, request.uri).with_mime_type("application/json");
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// Serves over HTTP until the process ends; each session has a handler of its own.
pub async fn serve_http<H: ServerHandler + Clone>(
    listener: tokio::net::TcpListener,
    handler: H,
) -> std::io::Result<()> {
    let config = StreamableHttpServerConfig::default();
    let service = StreamableHttpService::new(
        move || Ok(handler.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    loop {
        let (stream, _) = listener.accept().await?;
        let service = hyper_util::service::TowerToHyperService::new(service.clone());
        tokio::spawn(async move {
            let io = hyper_util::rt::TokioIo::new(stream);
            // A client that goes away is its own business.
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(io, service).await;
        });
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shop = Shop::new()?;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [flag, address] if flag == "--http" => {
            let listener = tokio::net::TcpListener::bind(address).await?;
            eprintln!("listening on http://{}", listener.local_addr()?);
            serve_http(listener, shop).await?;
        }
        [] => {
            shop.serve((tokio::io::stdin(), tokio::io::stdout())).await?.waiting().await?;
        }
        _ => return Err("usage: server [--http ADDRESS]".into()),
    }
    Ok(())
}
