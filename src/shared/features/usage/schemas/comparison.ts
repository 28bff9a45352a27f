import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Instant, Json, Key } from '../../../schemas/keys.ts'
import { InEnvironment } from '../../projects/schemas/project.ts'
import { SampledContext, SamplingWish } from './telemetry.ts'

const count = z.int().min(0).max(1e12)

/**
 * How often two systems that a program asked for the same answered alike. `errors`: one of them failed; `defaults`: one gave
 * the default that stands in the code. These are in neither of the other two.
 */
export const ComparisonCounts = z.strictObject({ same: count, different: count, errors: count, defaults: count })
export type ComparisonCounts = z.infer<typeof ComparisonCounts>

const Answer = Json.refine(
  (answer) => JSON.stringify(answer).length <= limits.sampledContextCharacters,
  `is longer than ${limits.sampledContextCharacters} characters`,
)

/** Who was answered otherwise. */
const ReportedExample = z.strictObject({
  flag: z.string().min(1).max(100),
  theirs: Answer,
  ours: Answer,
  /** Only where the environment keeps contexts. */
  context: SampledContext.optional(),
})

/** What a program compared since its last report. */
export const ComparisonReport = z.strictObject({
  /** What answers the program meanwhile, for example the name of its OpenFeature provider. */
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
  /** Flags whose counts were taken: those that are here. */
  accepted: z.int().min(0),
  /** Null where the environment keeps no contexts. */
  sampling: SamplingWish.nullable(),
})
export type ComparisonReceipt = z.infer<typeof ComparisonReceipt>

/** How a flag was answered on both sides lately; the worst first. */
export const Agreement = z.strictObject({
  /** The days that are looked back. */
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
  /** Without personal data and without the key. */
  context: SampledContext.nullable(),
  /** Tells one person from another, and not who they are. */
  unit: z.string().nullable(),
  seenAt: Instant,
})
export type AgreementExample = z.infer<typeof AgreementExample>
