import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as m0001 from './0001_accounts.ts'
import * as m0002 from './0002_projects.ts'
import * as m0003 from './0003_log.ts'
import * as m0004 from './0004_counts.ts'
import * as m0005 from './0005_references.ts'
import * as m0006 from './0006_invitations.ts'
import * as m0007 from './0007_tokens.ts'
import * as m0008 from './0008_sign_in.ts'
import * as m0009 from './0009_webhooks.ts'
import * as m0010 from './0010_changes.ts'
import * as m0011 from './0011_history.ts'
import * as m0012 from './0012_audit_chain.ts'
import * as m0013 from './0013_removed.ts'
import * as m0014 from './0014_sampling.ts'
import * as m0015 from './0015_devices.ts'
import * as m0016 from './0016_contexts.ts'
import * as m0017 from './0017_append.ts'
import * as m0018 from './0018_log_append_only.ts'
import * as m0019 from './0019_activity.ts'
import * as m0020 from './0020_exposures.ts'
import * as m0021 from './0021_attributes.ts'
import * as m0022 from './0022_changes_told.ts'
import * as m0023 from './0023_saved_views.ts'
import * as m0024 from './0024_approvals.ts'
import * as m0025 from './0025_exposure_budget.ts'
import * as m0026 from './0026_installation.ts'
import * as m0027 from './0027_webhook_lanes.ts'
import * as m0028 from './0028_package_releases.ts'
import * as m0029 from './0029_flag_changed.ts'
import * as m0030 from './0030_count_days.ts'
import * as m0031 from './0031_change_revisions.ts'
import * as m0032 from './0032_audit_chains.ts'
import * as m0033 from './0033_audit_archive.ts'
import * as m0034 from './0034_environment_hours.ts'
import * as m0035 from './0035_imports.ts'
import * as m0036 from './0036_import_marks.ts'
import * as m0037 from './0037_project_dialect.ts'
import * as m0038 from './0038_promises.ts'
import * as m0039 from './0039_promises_hold.ts'
import * as m0040 from './0040_move_limit.ts'
import * as m0041 from './0041_effects.ts'
import * as m0042 from './0042_runs.ts'
import * as m0043 from './0043_measure.ts'
import * as m0044 from './0044_ramps.ts'
import * as m0045 from './0045_ramp_marks.ts'
import * as m0046 from './0046_switching.ts'
import * as m0047 from './0047_reviewers.ts'
import * as m0048 from './0048_guards.ts'
import * as m0049 from './0049_comparisons.ts'
import * as m0050 from './0050_metrics.ts'
import * as m0051 from './0051_builds.ts'
import * as m0052 from './0052_references.ts'
import * as m0053 from './0053_unit_by.ts'
import * as m0054 from './0054_flag_lists.ts'
import * as m0055 from './0055_run_numbers.ts'
import * as m0056 from './0056_ramps_told.ts'
import * as m0057 from './0057_letters.ts'
import * as m0058 from './0058_experiments.ts'
import * as m0059 from './0059_scan_parts.ts'
import * as m0060 from './0060_working_hours.ts'
import * as m0061 from './0061_kept_in_files.ts'
import * as m0062 from './0062_measure_store.ts'
import * as m0063 from './0063_sources.ts'
import * as m0064 from './0064_language.ts'
import * as m0065 from './0065_slices.ts'
import * as m0066 from './0066_exposure_facts.ts'
import * as m0067 from './0067_added_metrics.ts'
import * as m0068 from './0068_interrupted_reads.ts'
import * as m0069 from './0069_ramp_versions.ts'
import * as m0070 from './0070_server_role.ts'
import * as m0071 from './0071_secret_rotation.ts'
import * as m0072 from './0072_recounts.ts'
import * as m0073 from './0073_schema_functions.ts'
import * as m0074 from './0074_interrupted_work.ts'

/** `online`: what it does before, where a database is in use: no transaction, nobody waits for it; again where it was given up. */
type Step = Migration & { readonly online?: (db: Kysely<unknown>) => Promise<void> }

/** Every migration in order. Static imports: the same list from source and from the bundle. */
export const migrations: Record<string, Step> = {
  '0001_accounts': m0001,
  '0002_projects': m0002,
  '0003_log': m0003,
  '0004_counts': m0004,
  '0005_references': m0005,
  '0006_invitations': m0006,
  '0007_tokens': m0007,
  '0008_sign_in': m0008,
  '0009_webhooks': m0009,
  '0010_changes': m0010,
  '0011_history': m0011,
  '0012_audit_chain': m0012,
  '0013_removed': m0013,
  '0014_sampling': m0014,
  '0015_devices': m0015,
  '0016_contexts': m0016,
  '0017_append': m0017,
  '0018_log_append_only': m0018,
  '0019_activity': m0019,
  '0020_exposures': m0020,
  '0021_attributes': m0021,
  '0022_changes_told': m0022,
  '0023_saved_views': m0023,
  '0024_approvals': m0024,
  '0025_exposure_budget': m0025,
  '0026_installation': m0026,
  '0027_webhook_lanes': m0027,
  '0028_package_releases': m0028,
  '0029_flag_changed': m0029,
  '0030_count_days': m0030,
  '0031_change_revisions': m0031,
  '0032_audit_chains': m0032,
  '0033_audit_archive': m0033,
  '0034_environment_hours': m0034,
  '0035_imports': m0035,
  '0036_import_marks': m0036,
  '0037_project_dialect': m0037,
  '0038_promises': m0038,
  '0039_promises_hold': m0039,
  '0040_move_limit': m0040,
  '0041_effects': m0041,
  '0042_runs': m0042,
  '0043_measure': m0043,
  '0044_ramps': m0044,
  '0045_ramp_marks': m0045,
  '0046_switching': m0046,
  '0047_reviewers': m0047,
  '0048_guards': m0048,
  '0049_comparisons': m0049,
  '0050_metrics': m0050,
  '0051_builds': m0051,
  '0052_references': m0052,
  '0053_unit_by': m0053,
  '0054_flag_lists': m0054,
  '0055_run_numbers': m0055,
  '0056_ramps_told': m0056,
  '0057_letters': m0057,
  '0058_experiments': m0058,
  '0059_scan_parts': m0059,
  '0060_working_hours': m0060,
  '0061_kept_in_files': m0061,
  '0062_measure_store': m0062,
  '0063_sources': m0063,
  '0064_language': m0064,
  '0065_slices': m0065,
  '0066_exposure_facts': m0066,
  '0067_added_metrics': m0067,
  '0068_interrupted_reads': m0068,
  '0069_ramp_versions': m0069,
  '0070_server_role': m0070,
  '0071_secret_rotation': m0071,
  '0072_recounts': m0072,
  '0073_schema_functions': m0073,
  '0074_interrupted_work': m0074,
}
