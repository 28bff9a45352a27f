import type { Reason } from '../schemas/evaluation.ts'
import type { Outcome } from './outcome.ts'

// OFREP 0.3.0 has fewer reasons than OpenFeature. The others are sent in the metadata, with reason `UNKNOWN`.
const ofrepReasons: ReadonlySet<Reason> = new Set<Reason>(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'])

const write = ({ flag: key, value, variant, reason, errorCode, detail, warning, measured }: Outcome): string => {
  if (errorCode !== null) return JSON.stringify({ key, errorCode, errorDetails: detail ?? undefined })
  const known = ofrepReasons.has(reason)
  const metadata = {
    reason: known ? undefined : reason,
    warning: warning ?? undefined,
    // OpenFeature's hooks report `version` as `feature_flag.version`.
    ...(measured && { run: measured.run, by: measured.by ?? undefined, version: `run-${measured.run}` }),
  }
  return JSON.stringify({
    key,
    value,
    reason: known ? reason : 'UNKNOWN',
    variant: variant ?? undefined,
    metadata: known && warning === null && measured === null ? undefined : metadata,
  })
}

const written = new WeakMap<Outcome, string>()

/** Returns an outcome as an OFREP answer in JSON. Cached, because evaluations share outcomes. */
export const ofrepJson = (outcome: Outcome): string => {
  const known = written.get(outcome)
  if (known !== undefined) return known
  const json = write(outcome)
  written.set(outcome, json)
  return json
}
