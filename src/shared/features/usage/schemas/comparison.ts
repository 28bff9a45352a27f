import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Instant, Json, Key } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'
import { SampledContext, SamplingRequest } from './telemetry.ts'

const count = z.int().min(0).max(1e12)

/**
 * How often two systems returned the same value to an application. `errors`: one of them failed. `defaults`: one of
 * them returned the default in code. Neither is counted as same or different.
 */
export const ComparisonCounts = z.strictObject({ same: count, different: count, errors: count, defaults: count })
export type ComparisonCounts = z.infer<typeof ComparisonCounts>

const Answer = Json.refine(
  (answer) => JSON.stringify(answer).length <= limits.sampledContextCharacters,
  `is longer than ${limits.sampledContextCharacters} characters`,
)

/** An evaluation with different values. */
const ReportedExample = z.strictObject({
  flag: z.string().min(1).max(100),
  theirs: Answer,
  ours: Answer,
  /** Only if the environment stores sample contexts. */
  context: SampledContext.optional(),
})

/** The comparisons of an application since its last report. */
export const ComparisonReport = z.strictObject({
  /** The other system, for example the name of the OpenFeature provider that currently serves the values. */
  source: z.string().min(1).max(100),
  from: Instant,
  to: Instant,
  flags: record(z.string().min(1).max(100), ComparisonCounts).refine(
    (flags) => Object.keys(flags).length <= limits.comparisonFlags,
    `has more than ${limits.comparisonFlags} flags`,
  ),
  examples: list(ReportedExample).max(limits.comparisonReportExamples).default([]),
})
export type ComparisonReport = z.infer<typeof ComparisonReport>

export const ComparisonReceipt = z.strictObject({
  /** The number of flags whose counts were stored: those that exist here. */
  accepted: z.int().min(0),
  /** Null if the environment stores no sample contexts. */
  sampling: SamplingRequest.nullable(),
})
export type ComparisonReceipt = z.infer<typeof ComparisonReceipt>

/** Recent comparisons per flag, the most different first. */
export const Agreement = z.strictObject({
  /** The number of days covered. */
  days: z.int(),
  flags: list(ComparisonCounts.extend({ flag: z.string(), lastAt: Instant })),
})
export type Agreement = z.infer<typeof Agreement>

export const AgreementExamplesInput = InEnvironment.extend({ flag: Key })
export type AgreementExamplesInput = z.infer<typeof AgreementExamplesInput>

export const AgreementExample = z.strictObject({
  source: z.string(),
  theirs: Json,
  ours: Json,
  /** Without personal data and without the targeting key. */
  context: SampledContext.nullable(),
  /** A pseudonym that distinguishes users without identifying them. */
  unit: z.string().nullable(),
  seenAt: Instant,
})
export type AgreementExample = z.infer<typeof AgreementExample>
