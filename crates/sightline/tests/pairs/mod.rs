//! Pairs of text and data over shapes, ways to write them and languages, from a stated seed.
//!
//! A twin is written from the same data with one fact changed: another number, name, state, date, or
//! the value of another row. What a reader would not notice, since the rendering leaves it out or rounds
//! it away, is drawn again.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// A small generator (Knuth's MMIX constants), so that the pairs are the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }
}

pub const LANGUAGES: [&str; 7] = ["en", "de", "fr", "es", "it", "pt", "nl"];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Code,
    Date,
    Flag,
    Name,
    State,
    Whole,
    Money,
}

struct Field {
    key: &'static str,
    kind: Kind,
    /// What a head or a label calls it, one a language.
    labels: [&'static str; 7],
}

struct Shape {
    name: &'static str,
    list: &'static str,
    fields: &'static [Field],
    /// A sentence a language; numbers in braces are fields.
    sentences: [&'static str; 7],
    /// A sentence that counts the rows.
    counts: [&'static str; 7],
}

const NAMES: [&str; 14] = [
    "Copper kettle",
    "Walnut tray",
    "Linen apron",
    "Glass carafe",
    "Cedar box",
    "Iron skillet",
    "Wool blanket",
    "Marble mortar",
    "Bamboo rack",
    "Tin lantern",
    "Oak ladder",
    "Clay pitcher",
    "Silk scarf",
    "Brass bell",
];
const PEOPLE: [&str; 12] = [
    "Amara Diallo",
    "Bram Visser",
    "Chiara Conti",
    "Dmitri Volkov",
    "Elena Marsh",
    "Farid Haddad",
    "Greta Lund",
    "Hiro Sato",
    "Ines Prado",
    "Jarek Nowak",
    "Kiri Tane",
    "Luca Ferri",
];
const CITIES: [&str; 10] =
    ["Lagos", "Turin", "Malmo", "Quito", "Perth", "Porto", "Leeds", "Gdansk", "Osaka", "Denver"];

/// States in the words of each language; the first one is the value of the data.
const STATES: [[&str; 7]; 5] = [
    ["pending", "ausstehend", "en attente", "pendiente", "in sospeso", "pendente", "in behandeling"],
    ["shipped", "versandt", "expédiée", "enviado", "spedito", "enviado", "verzonden"],
    ["delivered", "zugestellt", "livrée", "entregado", "consegnato", "entregue", "geleverd"],
    ["cancelled", "storniert", "annulée", "cancelado", "annullato", "cancelado", "geannuleerd"],
    ["completed", "abgeschlossen", "terminée", "completado", "completato", "concluído", "voltooid"],
];
const YES: [&str; 7] = ["yes", "ja", "oui", "sí", "sì", "sim", "ja"];
const NO: [&str; 7] = ["no", "nein", "non", "no", "no", "não", "nee"];
const MONTHS: [[&str; 12]; 7] = [
    [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
];

const SHAPES: [Shape; 4] = [
    Shape {
        name: "stock",
        list: "products",
        fields: &[
            Field { key: "sku", kind: Kind::Code, labels: ["SKU", "SKU", "SKU", "SKU", "SKU", "SKU", "SKU"] },
            Field {
                key: "name",
                kind: Kind::Name,
                labels: ["Name", "Name", "Nom", "Nombre", "Nome", "Nome", "Naam"],
            },
            Field {
                key: "price",
                kind: Kind::Money,
                labels: ["Price", "Preis", "Prix", "Precio", "Prezzo", "Preço", "Prijs"],
            },
            Field {
                key: "quantity",
                kind: Kind::Whole,
                labels: ["Quantity", "Anzahl", "Quantité", "Cantidad", "Quantità", "Quantidade", "Aantal"],
            },
            Field {
                key: "available",
                kind: Kind::Flag,
                labels: [
                    "Available",
                    "Verfügbar",
                    "Disponible",
                    "Disponible",
                    "Disponibile",
                    "Disponível",
                    "Beschikbaar",
                ],
            },
        ],
        sentences: [
            "{1} ({0}) costs {2} and there are {3} of it.",
            "{1} ({0}) kostet {2}, davon gibt es {3}.",
            "{1} ({0}) coûte {2}, il en reste {3}.",
            "{1} ({0}) cuesta {2} y quedan {3}.",
            "{1} ({0}) costa {2} e ne restano {3}.",
            "{1} ({0}) custa {2} e restam {3}.",
            "{1} ({0}) kost {2} en er zijn er {3}.",
        ],
        counts: [
            "{} products were found.",
            "Es wurden {} Produkte gefunden.",
            "{} produits ont été trouvés.",
            "Se encontraron {} productos.",
            "Sono stati trovati {} prodotti.",
            "Foram encontrados {} produtos.",
            "Er zijn {} producten gevonden.",
        ],
    },
    Shape {
        name: "orders",
        list: "orders",
        fields: &[
            Field { key: "id", kind: Kind::Code, labels: ["ID", "Nr.", "N°", "ID", "ID", "ID", "Nr."] },
            Field {
                key: "customer",
                kind: Kind::Name,
                labels: ["Customer", "Kunde", "Client", "Cliente", "Cliente", "Cliente", "Klant"],
            },
            Field {
                key: "status",
                kind: Kind::State,
                labels: ["Status", "Status", "Statut", "Estado", "Stato", "Estado", "Status"],
            },
            Field {
                key: "total",
                kind: Kind::Money,
                labels: ["Total", "Summe", "Total", "Total", "Totale", "Total", "Totaal"],
            },
            Field {
                key: "dueDate",
                kind: Kind::Date,
                labels: [
                    "Due date",
                    "Fällig",
                    "Échéance",
                    "Vencimiento",
                    "Scadenza",
                    "Vencimento",
                    "Vervaldatum",
                ],
            },
        ],
        sentences: [
            "Order {0} of {1} is {2}, costs {3} and is due on {4}.",
            "Die Bestellung {0} von {1} ist {2}, kostet {3} und ist am {4} fällig.",
            "La commande {0} de {1} est {2}, coûte {3} et arrive à échéance le {4}.",
            "El pedido {0} de {1} está {2}, cuesta {3} y vence el {4}.",
            "L'ordine {0} di {1} è {2}, costa {3} e scade il {4}.",
            "O pedido {0} de {1} está {2}, custa {3} e vence em {4}.",
            "Bestelling {0} van {1} is {2}, kost {3} en vervalt op {4}.",
        ],
        counts: [
            "There are {} orders.",
            "Es gibt {} Bestellungen.",
            "Il y a {} commandes.",
            "Hay {} pedidos.",
            "Ci sono {} ordini.",
            "Há {} pedidos.",
            "Er zijn {} bestellingen.",
        ],
    },
    Shape {
        name: "people",
        list: "users",
        fields: &[
            Field {
                key: "name",
                kind: Kind::Name,
                labels: ["Name", "Name", "Nom", "Nombre", "Nome", "Nome", "Naam"],
            },
            Field {
                key: "city",
                kind: Kind::Name,
                labels: ["City", "Stadt", "Ville", "Ciudad", "Città", "Cidade", "Stad"],
            },
            Field {
                key: "age",
                kind: Kind::Whole,
                labels: ["Age", "Alter", "Âge", "Edad", "Età", "Idade", "Leeftijd"],
            },
            Field {
                key: "active",
                kind: Kind::Flag,
                labels: ["Active", "Aktiv", "Actif", "Activo", "Attivo", "Ativo", "Actief"],
            },
            Field {
                key: "startDate",
                kind: Kind::Date,
                labels: ["Start date", "Beginn", "Début", "Inicio", "Inizio", "Início", "Begin"],
            },
        ],
        sentences: [
            "{0} from {1} is {2} years old and started on {4}.",
            "{0} aus {1} ist {2} Jahre alt und begann am {4}.",
            "{0}, de {1}, a {2} ans et a commencé le {4}.",
            "{0}, de {1}, tiene {2} años y empezó el {4}.",
            "{0}, di {1}, ha {2} anni e ha iniziato il {4}.",
            "{0}, de {1}, tem {2} anos e começou em {4}.",
            "{0} uit {1} is {2} jaar oud en begon op {4}.",
        ],
        counts: [
            "The list has {} users.",
            "Die Liste hat {} Benutzer.",
            "La liste compte {} utilisateurs.",
            "La lista tiene {} usuarios.",
            "La lista ha {} utenti.",
            "A lista tem {} usuários.",
            "De lijst heeft {} gebruikers.",
        ],
    },
    Shape {
        name: "jobs",
        list: "tasks",
        fields: &[
            Field { key: "key", kind: Kind::Code, labels: ["Key", "Key", "Key", "Key", "Key", "Key", "Key"] },
            Field {
                key: "title",
                kind: Kind::Name,
                labels: ["Title", "Titel", "Titre", "Título", "Titolo", "Título", "Titel"],
            },
            Field {
                key: "status",
                kind: Kind::State,
                labels: ["Status", "Status", "Statut", "Estado", "Stato", "Estado", "Status"],
            },
            Field {
                key: "points",
                kind: Kind::Whole,
                labels: ["Points", "Punkte", "Points", "Puntos", "Punti", "Pontos", "Punten"],
            },
        ],
        sentences: [
            "{0} \"{1}\" is {2} and worth {3} points.",
            "{0} „{1}“ ist {2} und bringt {3} Punkte.",
            "{0} « {1} » est {2} et vaut {3} points.",
            "{0} «{1}» está {2} y vale {3} puntos.",
            "{0} «{1}» è {2} e vale {3} punti.",
            "{0} “{1}” está {2} e vale {3} pontos.",
            "{0} “{1}” is {2} en is {3} punten waard.",
        ],
        counts: [
            "{} tasks in all.",
            "Insgesamt {} Aufgaben.",
            "{} tâches en tout.",
            "{} tareas en total.",
            "{} attività in tutto.",
            "{} tarefas no total.",
            "{} taken in totaal.",
        ],
    },
];

fn value(field: &Field, shape: &Shape, row: usize, random: &mut Random) -> Value {
    match field.kind {
        Kind::Code => {
            json!(format!("{}-{}", ["K", "TX", "ORD"][random.below(3)], 100 * (row + 1) + random.below(90)))
        }
        Kind::Date => json!(format!("2026-{:02}-{:02}", 1 + random.below(12), 1 + random.below(28))),
        Kind::Flag => json!(random.below(2) == 0),
        Kind::Name if field.key == "city" => json!(CITIES[(random.below(3) * 3 + row) % CITIES.len()]),
        Kind::Name if ["customer", "name"].contains(&field.key) && shape.name != "stock" => {
            json!(PEOPLE[(random.below(4) * 3 + row) % PEOPLE.len()])
        }
        Kind::Name => json!(NAMES[(random.below(4) * 3 + row) % NAMES.len()]),
        Kind::State => json!(STATES[random.below(STATES.len())][0]),
        Kind::Whole => json!(14 + random.below(70)),
        Kind::Money => json!(f64::from(u32::try_from(1000 + random.below(400_000)).unwrap()) / 100.0),
    }
}

/// Changes one value, to another of its kind or to that of the next row.
fn changed(rows: &[Vec<Value>], shape: &Shape, random: &mut Random) -> (Vec<Vec<Value>>, String) {
    let mut twin = rows.to_vec();
    let (row, field) = (random.below(rows.len()), random.below(shape.fields.len()));
    let other = &rows[(row + 1) % rows.len()][field];
    let new = match &rows[row][field] {
        Value::Bool(flag) => json!(!flag),
        old if random.below(3) == 0 && other != old => other.clone(),
        old => {
            let mut new = value(&shape.fields[field], shape, row, random);
            while &new == old {
                new = value(&shape.fields[field], shape, row + random.below(5), random);
            }
            new
        }
    };
    let fact = format!("/{}/{row}/{}", shape.list, shape.fields[field].key);
    twin[row][field] = new;
    (twin, fact)
}

fn money(value: f64, language: usize) -> String {
    let cents = format!("{value:.2}");
    let (whole, fraction) = cents.split_once('.').unwrap();
    let (group, point) =
        [(",", "."), (".", ","), ("\u{202f}", ","), (".", ","), (".", ","), (".", ","), (".", ",")][language];
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push_str(group);
        }
        grouped.push(digit);
    }
    format!("{grouped}{point}{fraction}")
}

fn date(text: &str, language: usize) -> String {
    let day = text[8..].trim_start_matches('0');
    let month = MONTHS[language][text[5..7].parse::<usize>().unwrap() - 1];
    match language {
        0 => format!("{month} {day}, 2026"),
        1 => format!("{day}. {month} 2026"),
        3 | 5 => format!("{day} de {month} de 2026"),
        _ => format!("{day} {month} 2026"),
    }
}

fn shown(value: &Value, kind: Kind, language: usize) -> String {
    match kind {
        Kind::Code | Kind::Name => value.as_str().unwrap().to_owned(),
        Kind::Date => date(value.as_str().unwrap(), language),
        Kind::Flag => [NO, YES][usize::from(value == &json!(true))][language].to_owned(),
        Kind::State => STATES.iter().find(|row| value == row[0]).unwrap()[language].to_owned(),
        Kind::Whole => value.to_string(),
        Kind::Money => money(value.as_f64().unwrap(), language),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The ways to write rows, with the kind that they are counted as.
pub const WAYS: [(&str, &str); 7] = [
    ("markdown", "table"),
    ("aligned", "table"),
    ("csv", "csv"),
    ("tsv", "csv"),
    ("records", "key-value"),
    ("bullets", "list"),
    ("sentences", "prose"),
];

fn write(rows: &[Vec<Value>], shape: &Shape, way: &str, language: usize) -> String {
    let fields = shape.fields;
    let head: Vec<&str> = fields.iter().map(|field| field.labels[language]).collect();
    let cells = |row: &[Value]| -> Vec<String> {
        row.iter().zip(fields).map(|(value, field)| shown(value, field.kind, language)).collect()
    };
    let mut text = String::new();
    match way {
        "markdown" => {
            writeln!(text, "| {} |\n|{}", head.join(" | "), "---|".repeat(head.len())).unwrap();
            rows.iter().for_each(|row| writeln!(text, "| {} |", cells(row).join(" | ")).unwrap());
        }
        "aligned" => {
            let mut line = |cells: &[String]| {
                let padded: String = cells.iter().map(|cell| format!("{cell:<24}  ")).collect();
                writeln!(text, "{}", padded.trim_end()).unwrap();
            };
            line(&head.iter().map(|head| (*head).to_owned()).collect::<Vec<_>>());
            rows.iter().for_each(|row| line(&cells(row)));
        }
        "csv" | "tsv" => {
            let mark = if way == "csv" { "," } else { "\t" };
            let keys: Vec<&str> = fields.iter().map(|field| field.key).collect();
            writeln!(text, "{}", keys.join(mark)).unwrap();
            let line = |row: &Vec<Value>| row.iter().map(plain).collect::<Vec<_>>().join(mark);
            rows.iter().for_each(|row| writeln!(text, "{}", line(row)).unwrap());
        }
        "records" => {
            for row in rows {
                head.iter()
                    .zip(cells(row))
                    .for_each(|(label, cell)| writeln!(text, "{label}: {cell}").unwrap());
                text.push('\n');
            }
        }
        "bullets" => {
            writeln!(text, "{}\n", shape.counts[language].replace("{}", &rows.len().to_string())).unwrap();
            for row in rows {
                let cells = cells(row);
                let rest: Vec<String> = head
                    .iter()
                    .zip(&cells)
                    .skip(1)
                    .map(|(label, cell)| format!("{}: {cell}", label.to_lowercase()))
                    .collect();
                writeln!(text, "- **{}** ({})", cells[0], rest.join("; ")).unwrap();
            }
        }
        _ => {
            text.push_str(&shape.counts[language].replace("{}", &rows.len().to_string()));
            for row in rows {
                let mut sentence = shape.sentences[language].to_owned();
                for (at, cell) in cells(row).iter().enumerate() {
                    sentence = sentence.replace(&format!("{{{at}}}"), cell);
                }
                write!(text, " {sentence}").unwrap();
            }
        }
    }
    text
}

fn data(rows: &[Vec<Value>], shape: &Shape) -> Value {
    let object = |row: &Vec<Value>| -> Value {
        Value::Object(
            shape.fields.iter().map(|field| field.key.to_owned()).zip(row.iter().cloned()).collect(),
        )
    };
    json!({ shape.list: rows.iter().map(object).collect::<Vec<_>>(), "count": rows.len() })
}

/// All generated pairs, in the form of the corpus files.
pub fn pairs(seed: u64) -> Vec<Value> {
    let mut random = Random(seed);
    let mut pairs = Vec::new();
    for (language, name) in LANGUAGES.iter().enumerate() {
        for (number, (way, kind)) in WAYS.iter().enumerate() {
            for step in 0..2 {
                let shape = &SHAPES[(language + number + 2 * step + random.below(2)) % SHAPES.len()];
                let count = 2 + random.below(4);
                let rows: Vec<Vec<Value>> = (0..count)
                    .map(|row| {
                        shape.fields.iter().map(|field| value(field, shape, row, &mut random)).collect()
                    })
                    .collect();
                let honest = write(&rows, shape, way, language);
                let (twin, fact) = loop {
                    let (twin, fact) = changed(&rows, shape, &mut random);
                    let twin = write(&twin, shape, way, language);
                    if twin != honest {
                        break (twin, fact);
                    }
                };
                let is_whole = *kind != "prose";
                pairs.push(json!({
                    "id": format!("g-{name}-{way}-{}-{step}", shape.name), "kind": kind, "lang": name,
                    "text": [honest], "structured": data(&rows, shape),
                    "honest": if is_whole { "same" } else { "summary" }, "source": "generated",
                    "twin": { "text": [twin], "fact": fact },
                }));
            }
        }
    }
    pairs
}
