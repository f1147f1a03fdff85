//! Rules: what a tool definition or a tool result gets wrong, one named bad pattern each.
//!
//! A rule is a static head, a page and a function. The head says where the rule applies, so that a
//! check function never looks at revisions, levels or guidance; [`check`] does that once. A rule
//! must not know a client by name: notes about clients come from projecting the result.

mod altered_retry;
mod altered_tool_result_for_view;
mod ambiguous_dialect;
mod annotations_inside_resource;
mod answer_hidden_in_meta;
mod answer_not_in_first_block;
mod app_call_of_hidden_tool;
mod app_only_tool_shown_to_model;
mod audio_toward_2024_11_05;
mod base64;
mod blank_model_input;
mod blind_unwrapping;
mod boolean_property_schema;
mod boolean_property_schema_toward_old_clients;
mod both_fields_to_model;
mod cache_hints_on_tool_call;
mod clients;
mod code_denied_structured;
mod colliding_names_after_merge;
mod conflicting_annotation_hints;
mod content_held_to_output_schema;
mod content_in_interim_result;
mod content_without_facts;
mod context;
mod csp_on_tool;
mod dangling_local_ref;
mod diverging_json_copy;
mod double_encoded_json;
mod duplicate_header_name;
mod duplicate_tool_name;
mod empty_content_beside_structured;
mod empty_content_with_ui;
mod empty_input_required;
mod empty_visibility;
mod envelope_in_fallback_text;
mod error_hidden_from_model;
mod error_text_as_success;
mod error_with_nonconforming_structured;
mod error_without_message;
mod falsy_value_breaks_schema;
mod fetching_schema_refs;
mod findings;
mod flat_ui_key_only;
mod half_wrapped_result;
mod header_at_unreachable_property;
mod header_body_name_mismatch;
mod header_on_non_primitive;
mod hints;
mod host_data_in_structured;
mod ignored_audience;
mod implausible_media_type;
mod imprecise_integers;
mod impure_tool_result_message;
mod incomplete_ui_capability;
mod input_error_as_protocol_error;
mod input_request_without_capability;
mod input_required_for_other_method;
mod input_required_toward_old_client;
mod input_root_without_type_object;
mod input_schema_not_an_object;
mod instructions_in_one_field;
mod interim_taken_for_result;
mod json_dump_as_content;
mod list_varies_by_connection;
mod lone_surrogate;
mod malformed_base64;
mod malformed_csp_domain;
mod malformed_embedded_resource;
mod malformed_header_name;
mod malformed_last_modified;
mod malformed_meta_key;
mod malformed_response;
mod malformed_task_result;
mod malformed_trace_context;
mod malformed_ui_message;
mod malformed_ui_resource_uri;
mod masking;
mod mend;
mod meta_lost_in_sampling;
mod meta_shown_to_model;
mod missing_content_array;
mod missing_descriptions;
mod missing_list_cache_hints;
mod missing_result_type;
mod missing_server_info;
mod missing_tool_name;
mod misspelt_result_field;
mod misspelt_tool_field;
mod mistyped_annotations;
mod mistyped_member;
mod mixed_cache_scopes;
mod model_denied_content;
mod modern_fields_toward_old_client;
mod near;
mod nested_elicitation_schema;
mod network_ref_in_schema;
mod no_json_copy;
mod no_json_text_for_non_object;
mod non_boolean_is_error;
mod non_object_context_update;
mod non_object_output_root;
mod non_object_structured_toward_old_client;
mod nothing_for_the_model;
mod null_lost_toward_old_client;
mod null_taken_for_absent;
mod odd_characters_in_tool_name;
mod open_schema_for_no_parameters;
mod output_root_not_portable;
mod output_schema_not_an_object;
mod oversized_double_payload;
mod oversized_schema;
mod permissive_default_csp;
mod priority_out_of_range;
mod prose_contradicts_structured;
mod read;
mod refs_broken_by_wrapping;
mod rejecting_absent_result_type;
mod rejecting_non_object_structured;
mod relying_on_format;
mod removed_execution_field;
mod repeated_list_cursor;
mod reserved_meta_prefix;
mod reserved_meta_prefix_of_2025_06_18;
mod resource_link_toward_old_client;
mod result_says_nothing;
mod sampled_result_breaks_schema;
mod schema_check_on_error;
mod schema_invalid_in_its_dialect;
mod schema_misses_edge_results;
mod secret_in_error_text;
mod secret_in_header;
mod secret_in_result;
mod secrets;
mod serving_tool_with_bad_header;
mod settings;
mod silent_dialect_fallback;
mod stacked_context_updates;
mod structure;
mod structured_breaks_schema;
mod structured_missing;
mod structured_toward_old_client;
mod structured_without_schema;
mod subschemas;
mod task_toward_old_client;
mod task_without_capability;
mod tool_failure_as_protocol_error;
mod tool_fields_newer_than_client;
mod tool_name_length_out_of_range;
mod tool_names_differ_only_by_case;
mod tool_result_before_input;
mod trusting_foreign_annotations;
mod truthiness_test_in_view;
mod typed_data_only_in_text;
mod ui_structured_shown_to_model;
mod unallocated_error_code;
mod unauthenticated_request_state;
mod unchecked_task_result;
mod undeclared_older_dialect;
mod undeclared_structured_fields;
mod ungated_legacy_task;
mod unknown_audience;
mod unknown_block_type;
mod unknown_input_request;
mod unknown_result_type;
mod unknown_task_support;
mod unknown_tool_as_result;
mod unknown_visibility;
mod unreadable_ui_resource;
mod unsafe_icon_uri;
mod unstable_list_order;
mod unstamped_upgraded_result;
mod untranslated_legacy_error;
mod unvalidated_result_to_model;
mod unvalidated_structured;
mod unwrapped_output_schema;
mod wrong_display_name;
mod wrong_task_result_type;
mod wrong_ui_mime_type;

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

pub use context::Context;
pub(crate) use findings::Findings;
pub use masking::mask;
pub(crate) use mend::Mend;
pub use settings::{
    ErrorSchema, HostShowsStructured, Limits, NonObjectText, RootPolicy, Settings, StructuredPresence,
    UnknownName, switch_words, switches,
};

use crate::diagnostic::{Diagnostic, Guidance, Level};
use crate::revision::Revision;

/// All rules, in the order of the catalog.
pub static RULES: &[&Rule] = &[
    &missing_tool_name::RULE,
    &tool_name_length_out_of_range::RULE,
    &odd_characters_in_tool_name::RULE,
    &duplicate_tool_name::RULE,
    &tool_names_differ_only_by_case::RULE,
    &colliding_names_after_merge::RULE,
    &mistyped_annotations::RULE,
    &conflicting_annotation_hints::RULE,
    &trusting_foreign_annotations::RULE,
    &missing_descriptions::RULE,
    &unsafe_icon_uri::RULE,
    &unstable_list_order::RULE,
    &missing_list_cache_hints::RULE,
    &mixed_cache_scopes::RULE,
    &list_varies_by_connection::RULE,
    &unknown_task_support::RULE,
    &removed_execution_field::RULE,
    &input_schema_not_an_object::RULE,
    &input_root_without_type_object::RULE,
    &open_schema_for_no_parameters::RULE,
    &schema_invalid_in_its_dialect::RULE,
    &undeclared_older_dialect::RULE,
    &silent_dialect_fallback::RULE,
    &network_ref_in_schema::RULE,
    &fetching_schema_refs::RULE,
    &dangling_local_ref::RULE,
    &oversized_schema::RULE,
    &non_object_output_root::RULE,
    &output_root_not_portable::RULE,
    &boolean_property_schema::RULE,
    &boolean_property_schema_toward_old_clients::RULE,
    &output_schema_not_an_object::RULE,
    &relying_on_format::RULE,
    &ambiguous_dialect::RULE,
    &malformed_header_name::RULE,
    &duplicate_header_name::RULE,
    &header_on_non_primitive::RULE,
    &header_at_unreachable_property::RULE,
    &serving_tool_with_bad_header::RULE,
    &secret_in_header::RULE,
    &header_body_name_mismatch::RULE,
    &missing_content_array::RULE,
    &missing_result_type::RULE,
    &unknown_result_type::RULE,
    &rejecting_absent_result_type::RULE,
    &non_boolean_is_error::RULE,
    &missing_server_info::RULE,
    &misspelt_result_field::RULE,
    &cache_hints_on_tool_call::RULE,
    &result_says_nothing::RULE,
    &unknown_block_type::RULE,
    &audio_toward_2024_11_05::RULE,
    &resource_link_toward_old_client::RULE,
    &malformed_base64::RULE,
    &implausible_media_type::RULE,
    &malformed_embedded_resource::RULE,
    &unknown_audience::RULE,
    &priority_out_of_range::RULE,
    &malformed_last_modified::RULE,
    &annotations_inside_resource::RULE,
    &nothing_for_the_model::RULE,
    &impure_tool_result_message::RULE,
    &non_object_structured_toward_old_client::RULE,
    &rejecting_non_object_structured::RULE,
    &structured_missing::RULE,
    &structured_breaks_schema::RULE,
    &null_taken_for_absent::RULE,
    &falsy_value_breaks_schema::RULE,
    &unvalidated_structured::RULE,
    &schema_misses_edge_results::RULE,
    &structured_without_schema::RULE,
    &undeclared_structured_fields::RULE,
    &double_encoded_json::RULE,
    &imprecise_integers::RULE,
    &typed_data_only_in_text::RULE,
    &sampled_result_breaks_schema::RULE,
    &no_json_copy::RULE,
    &no_json_text_for_non_object::RULE,
    &empty_content_beside_structured::RULE,
    &diverging_json_copy::RULE,
    &prose_contradicts_structured::RULE,
    &content_without_facts::RULE,
    &json_dump_as_content::RULE,
    &oversized_double_payload::RULE,
    &answer_not_in_first_block::RULE,
    &content_held_to_output_schema::RULE,
    &tool_failure_as_protocol_error::RULE,
    &unknown_tool_as_result::RULE,
    &input_error_as_protocol_error::RULE,
    &error_without_message::RULE,
    &error_with_nonconforming_structured::RULE,
    &schema_check_on_error::RULE,
    &error_hidden_from_model::RULE,
    &secret_in_error_text::RULE,
    &error_text_as_success::RULE,
    &unallocated_error_code::RULE,
    &malformed_meta_key::RULE,
    &reserved_meta_prefix::RULE,
    &reserved_meta_prefix_of_2025_06_18::RULE,
    &malformed_trace_context::RULE,
    &meta_shown_to_model::RULE,
    &answer_hidden_in_meta::RULE,
    &secret_in_result::RULE,
    &meta_lost_in_sampling::RULE,
    &ignored_audience::RULE,
    &host_data_in_structured::RULE,
    &malformed_ui_resource_uri::RULE,
    &unreadable_ui_resource::RULE,
    &wrong_ui_mime_type::RULE,
    &unknown_visibility::RULE,
    &empty_visibility::RULE,
    &app_only_tool_shown_to_model::RULE,
    &app_call_of_hidden_tool::RULE,
    &flat_ui_key_only::RULE,
    &empty_content_with_ui::RULE,
    &csp_on_tool::RULE,
    &malformed_csp_domain::RULE,
    &permissive_default_csp::RULE,
    &incomplete_ui_capability::RULE,
    &tool_result_before_input::RULE,
    &altered_tool_result_for_view::RULE,
    &non_object_context_update::RULE,
    &stacked_context_updates::RULE,
    &ui_structured_shown_to_model::RULE,
    &truthiness_test_in_view::RULE,
    &malformed_ui_message::RULE,
    &input_required_for_other_method::RULE,
    &empty_input_required::RULE,
    &unknown_input_request::RULE,
    &input_request_without_capability::RULE,
    &altered_retry::RULE,
    &unauthenticated_request_state::RULE,
    &interim_taken_for_result::RULE,
    &content_in_interim_result::RULE,
    &nested_elicitation_schema::RULE,
    &task_without_capability::RULE,
    &malformed_task_result::RULE,
    &unchecked_task_result::RULE,
    &wrong_task_result_type::RULE,
    &ungated_legacy_task::RULE,
    &model_denied_content::RULE,
    &blank_model_input::RULE,
    &code_denied_structured::RULE,
    &both_fields_to_model::RULE,
    &unvalidated_result_to_model::RULE,
    &wrong_display_name::RULE,
    &unwrapped_output_schema::RULE,
    &refs_broken_by_wrapping::RULE,
    &half_wrapped_result::RULE,
    &null_lost_toward_old_client::RULE,
    &envelope_in_fallback_text::RULE,
    &structured_toward_old_client::RULE,
    &modern_fields_toward_old_client::RULE,
    &unstamped_upgraded_result::RULE,
    &blind_unwrapping::RULE,
    &tool_fields_newer_than_client::RULE,
    &input_required_toward_old_client::RULE,
    &untranslated_legacy_error::RULE,
    &task_toward_old_client::RULE,
    &instructions_in_one_field::RULE,
    &repeated_list_cursor::RULE,
    &mistyped_member::RULE,
    &misspelt_tool_field::RULE,
    &malformed_response::RULE,
    &lone_surrogate::RULE,
];

/// A named check with a page; everything but the function is data.
///
/// ```
/// use sightline::rules::{RULES, Rule};
///
/// for rule in RULES {
///     assert_eq!(Rule::named(rule.code).unwrap().name, rule.name); // both select
/// }
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Rule {
    /// Name of the bad pattern; what people type.
    pub name: &'static str,
    /// The catalog's stable ID.
    pub code: &'static str,
    /// How bad a finding is under each guidance.
    pub levels: Levels,
    /// The word of the source.
    pub strength: Strength,
    /// The revisions of the receiving peer that the rule applies to.
    pub revisions: &'static Revisions,
    /// What the rule looks at.
    pub scope: Scope,
    /// Whether the rule can be wrong; then it is never above a warning.
    pub is_heuristic: bool,
    /// Whether the rule is about what only the answer to a request carries; a result that stands as a
    /// block in sampling messages has none of it.
    pub is_of_envelope: bool,
    /// Revision or proposal, and the section.
    pub source: &'static str,
    /// The release that brought the rule.
    pub since: &'static str,
    /// Whether a finding can be repaired automatically.
    pub fix: FixAvailability,
    /// Why the pattern matters, one sentence.
    pub why: &'static str,
    /// What to do about it, one sentence.
    pub help: &'static str,
    /// The page in Markdown; its tagged blocks are the rule's tests.
    pub page: &'static str,
    check: fn(&Context<'_>, &mut Findings<'_, '_>),
    /// How a finding is mended, where that can be done here.
    mend: Mend,
    /// A level that a switch of the settings gives, if it gives one.
    switched: fn(&Settings) -> Option<Level>,
}

impl fmt::Debug for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.code, self.name)
    }
}

impl Rule {
    /// What most rules have in common; a head names the rest.
    pub(crate) const BASE: Self = Self {
        name: "",
        code: "",
        levels: Levels::ADVICE,
        strength: Strength::Advice,
        revisions: &revisions::ALL,
        scope: Scope::Result,
        is_heuristic: false,
        is_of_envelope: false,
        source: "",
        since: "0.1.0",
        fix: FixAvailability::None,
        why: "",
        help: "",
        page: "",
        check: |_, _| {},
        mend: Mend::None,
        switched: |_| None,
    };

    /// Returns the rule of that name or code.
    #[must_use]
    pub fn named(name_or_code: &str) -> Option<&'static Self> {
        RULES.iter().copied().find(|rule| rule.name == name_or_code || rule.code == name_or_code)
    }

    /// Tells whether findings of the rule can carry a fix; some of those that could be repaired need
    /// a peer, or what only the author knows.
    ///
    /// ```
    /// use sightline::rules::Rule;
    ///
    /// assert!(Rule::named("missing-result-type").unwrap().has_fix());
    /// assert!(!Rule::named("missing-tool-name").unwrap().has_fix());
    /// ```
    #[must_use]
    pub fn has_fix(&self) -> bool {
        !matches!(self.mend, Mend::None)
    }

    /// Tells whether a record can break the rule; the others have pages that say what tests them.
    ///
    /// ```
    /// use sightline::rules::Rule;
    ///
    /// assert!(Rule::named("STR-004").unwrap().is_decided_by_record());
    /// assert!(!Rule::named("APP-017").unwrap().is_decided_by_record());
    /// ```
    #[must_use]
    pub fn is_decided_by_record(&self) -> bool {
        !matches!(self.scope, Scope::Behaviour | Scope::Exemption)
    }

    /// Tells whether the rule applies to messages for a peer of that revision.
    #[must_use]
    pub fn applies_to(&self, revision: &Revision) -> bool {
        self.revisions.contain(revision)
    }
}

/// The level of a rule under each guidance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Levels {
    /// Under the text of the revision.
    pub published: Level,
    /// Under the proposal.
    #[serde(rename = "sep-2200")]
    pub sep_2200: Level,
    /// Under both at once, the milder where they differ.
    pub either: Level,
}

impl Levels {
    pub(crate) const ERROR: Self = Self::all(Level::Error);
    pub(crate) const WARNING: Self = Self::all(Level::Warning);
    pub(crate) const ADVICE: Self = Self::all(Level::Advice);

    const fn all(level: Level) -> Self {
        Self { published: level, sep_2200: level, either: level }
    }

    /// Returns the level under one guidance.
    ///
    /// ```
    /// use sightline::diagnostic::{Guidance, Level};
    /// use sightline::rules::Levels;
    ///
    /// let levels = Levels { published: Level::Warning, sep_2200: Level::Off, either: Level::Off };
    /// assert_eq!(levels.under(Guidance::Published), Level::Warning);
    /// ```
    #[must_use]
    pub fn under(&self, guidance: Guidance) -> Level {
        match guidance {
            Guidance::Either => self.either,
            Guidance::Published => self.published,
            Guidance::Sep2200 => self.sep_2200,
        }
    }
}

/// The word with which the source binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Strength {
    /// Ours: the source gives guidance, or software in use behaves so.
    #[serde(rename = "advice")]
    Advice,
    /// MAY
    #[serde(rename = "MAY")]
    May,
    /// MUST
    #[serde(rename = "MUST")]
    Must,
    /// MUST NOT
    #[serde(rename = "MUST NOT")]
    MustNot,
    /// SHOULD
    #[serde(rename = "SHOULD")]
    Should,
    /// SHOULD NOT
    #[serde(rename = "SHOULD NOT")]
    ShouldNot,
}

/// What a rule looks at; it is silent where that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Scope {
    /// A whole `tools/list` result.
    List,
    /// One tool definition.
    Tool,
    /// One complete tool result, an error included.
    Result,
    /// A complete tool result and the definition of its tool.
    ToolAndResult,
    /// A result that says `input_required`.
    InputRequired,
    /// A result that says `task`.
    Task,
    /// A result of any type.
    AnyResult,
    /// A recorded exchange: what was sent beside tool and result.
    Exchange,
    /// A running client, server or host; no record decides it, and a check says nothing.
    Behaviour,
    /// What a checker must leave alone; a check says nothing.
    Exemption,
}

/// Whether a finding can be repaired automatically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FixAvailability {
    /// By hand only.
    None,
    /// Some findings, on request: the repair changes what is meant, or guesses.
    OnRequest,
    /// What every audience gets stays the same, except for what the finding is about.
    Safe,
}

/// A range of revisions, both ends included.
#[derive(Debug)]
pub struct Revisions {
    /// The first revision.
    pub first: Revision,
    /// The last one; `None` while the rule is in force.
    pub last: Option<Revision>,
}

impl Revisions {
    const fn from(first: Revision) -> Self {
        Self { first, last: None }
    }

    const fn between(first: Revision, last: Revision) -> Self {
        Self { first, last: Some(last) }
    }

    /// Tells whether a revision lies in the range; one that we have never read counts as newest.
    ///
    /// ```
    /// use sightline::revision::Revision;
    /// use sightline::rules::Revisions;
    ///
    /// let range = Revisions { first: Revision::V2025_06_18, last: None };
    /// assert!(range.contain(&Revision::V2026_07_28));
    /// ```
    #[must_use]
    pub fn contain(&self, revision: &Revision) -> bool {
        revision.is_within(&self.first, self.last.as_ref())
    }
}

/// The ranges that rules have, by what came or went with their ends.
pub(crate) mod revisions {
    use super::{Revision, Revisions};

    pub(crate) static ALL: Revisions = Revisions::from(Revision::V2024_11_05);
    pub(crate) static FROM_2025_03: Revisions = Revisions::from(Revision::V2025_03_26);
    pub(crate) static FROM_2025_06: Revisions = Revisions::from(Revision::V2025_06_18);
    pub(crate) static FROM_2025_11: Revisions = Revisions::from(Revision::V2025_11_25);
    pub(crate) static FROM_2026_07: Revisions = Revisions::from(Revision::V2026_07_28);
    pub(crate) static ONLY_2024_11: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2024_11_05);
    pub(crate) static ONLY_2025_06: Revisions =
        Revisions::between(Revision::V2025_06_18, Revision::V2025_06_18);
    pub(crate) static ONLY_2025_11: Revisions =
        Revisions::between(Revision::V2025_11_25, Revision::V2025_11_25);
    pub(crate) static TO_2025_03: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2025_03_26);
    pub(crate) static TO_2025_06: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2025_06_18);
    pub(crate) static TO_2025_11: Revisions =
        Revisions::between(Revision::V2024_11_05, Revision::V2025_11_25);
    pub(crate) static BETWEEN_2025_06_AND_2025_11: Revisions =
        Revisions::between(Revision::V2025_06_18, Revision::V2025_11_25);
}

/// Runs all rules that apply, and returns what they find: by place, the worst first at one place.
///
/// ```
/// use sightline::exchange::Exchange;
/// use sightline::json::Document;
/// use sightline::rules::{Context, Settings, check};
///
/// let document = Document::parse(r#"{"content": [{"type": "text", "text": "hello"}]}"#).unwrap();
/// let exchange = Exchange::of(&document).unwrap();
/// assert!(check(&Context::of(&exchange), &Settings::default()).iter().all(|found| !found.rule.is_empty()));
/// ```
#[must_use]
pub fn check(context: &Context<'_>, settings: &Settings) -> Vec<Diagnostic> {
    run(context, settings, None)
}

/// Gives the settings for a tool by its name.
pub type OfEntry<'f> = dyn Fn(&str) -> Arc<Settings> + 'f;

/// Runs all rules as [`check`] does, with settings of its own for each entry of a list of tools.
///
/// ```
/// use std::sync::Arc;
///
/// use sightline::diagnostic::Guidance;
/// use sightline::exchange::Exchange;
/// use sightline::json::Document;
/// use sightline::rules::{Context, Settings, check_each};
///
/// let document = Document::parse(r#"{"tools": [{"name": "a"}, {"name": "b"}]}"#).unwrap();
/// let exchange = Exchange::of(&document).unwrap();
/// let quiet = |name: &str| {
///     let mut settings = Settings::default();
///     if name == "b" {
///         settings.set_switch("rows", "1").unwrap();
///     }
///     Arc::new(settings)
/// };
/// assert!(!check_each(&Context::of(&exchange), &Settings::under(Guidance::Either), &quiet).is_empty());
/// ```
#[must_use]
pub fn check_each(context: &Context<'_>, settings: &Settings, of_entry: &OfEntry<'_>) -> Vec<Diagnostic> {
    run(context, settings, Some(of_entry))
}

fn run(context: &Context<'_>, settings: &Settings, of_entry: Option<&OfEntry<'_>>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let limits = context.told().and_then(|told| told.limits);
    let measured = limits.map(|limits| settings.measured_by(limits));
    let settings = measured.as_ref().unwrap_or(settings);
    for rule in RULES.iter().filter(|rule| context.is_looked_at_by(rule)) {
        context.for_each_subject(rule.scope, |subject| {
            // An entry of the list is a subject of its own.
            let is_entry = !std::ptr::addr_eq(subject, context);
            let name = subject.tool_name().filter(|_| is_entry);
            let own = of_entry.zip(name).map(|(of_entry, name)| of_entry(&name));
            let own = own.map(|own| limits.map_or(own.clone(), |limits| Arc::new(own.measured_by(limits))));
            let settings = own.as_deref().unwrap_or(settings);
            let level = settings.level_of(rule);
            if level != Level::Off {
                let mut findings = Findings::new(rule, level, subject, settings, &mut diagnostics);
                (rule.check)(subject, &mut findings);
            }
        });
    }
    structure::check(context, settings, of_entry, &mut diagnostics);
    relying_on_format::check_values(context, settings, &mut diagnostics);
    lone_surrogate::check(context, settings, &mut diagnostics);
    diagnostics.iter_mut().for_each(masking::mask_finding);
    findings::sort(&mut diagnostics);
    diagnostics
}
