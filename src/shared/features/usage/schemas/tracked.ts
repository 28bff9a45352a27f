import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Instant, Key } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { Description, InProject } from '../../projects/schemas/project.ts'
import { RunNumber } from '../../runs/schemas/run.ts'

/** The type of an event property: number, boolean, or one of these strings. Free text is never stored. */
export const TrackedProperty = z.union([
  z.enum(['number', 'boolean']),
  list(z.string().min(1).max(limits.nameLength)).min(1).max(limits.eventPropertyValues),
])
export type TrackedProperty = z.infer<typeof TrackedProperty>

/** The number that an event carries: its unit (`€`, `ms`) and its range. */
export const TrackedValue = z
  .strictObject({
    unit: z.string().max(20).default(''),
    min: z.number().nullable().default(null),
    max: z.number().nullable().default(null),
  })
  .refine(({ min, max }) => min === null || max === null || min < max, { message: 'must be over min', path: ['max'] })
export type TrackedValue = z.infer<typeof TrackedValue>

const properties = record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/), TrackedProperty).refine(
  (all) => Object.keys(all).length <= limits.eventProperties,
  `at most ${limits.eventProperties} properties`,
)

export const TrackedDefinition = z.strictObject({
  /** Null: it carries no number. */
  value: TrackedValue.nullable(),
  properties,
  /** Whether pages may send it. Client keys are public, so such events can be forged. */
  fromClients: z.boolean(),
})
export type TrackedDefinition = z.infer<typeof TrackedDefinition>

export const TrackedEvent = z.strictObject({
  key: Key,
  name: Name,
  description: Description,
  ...TrackedDefinition.shape,
  createdAt: Instant,
  archivedAt: Instant.nullable(),
})
export type TrackedEvent = z.infer<typeof TrackedEvent>

export const SaveEventInput = InProject.extend({
  key: Key,
  name: Name,
  description: Description.default(''),
  value: TrackedValue.nullable().default(null),
  properties: properties.default({}),
  fromClients: z.boolean().default(false),
})
export type SaveEventInput = z.input<typeof SaveEventInput>

export const EventReference = InProject.extend({ event: Key })
export type EventReference = z.infer<typeof EventReference>

/** What arrived within two weeks for one event, or under an undeclared name. */
export const EventIntake = z.strictObject({
  /** Empty for rows whose name is not stored, and for those dropped by applications. */
  event: z.string(),
  declared: z.boolean(),
  environment: z.string(),
  /** Stored rows per hour. */
  hours: list(z.strictObject({ hour: Instant, count: z.int() })),
  /** Rejected rows by reason. `dropped`: applications had no room to buffer them and never sent them. */
  refused: list(z.strictObject({ reason: z.string(), count: z.int(), lastAt: Instant })),
  sdks: list(z.string()),
  lastAt: Instant.nullable(),
})
export type EventIntake = z.infer<typeof EventIntake>

/** The declared events of an application's project, for `fanion pull`. */
export const ProgramEvents = z.strictObject({
  events: list(z.strictObject({ key: Key, name: z.string(), description: z.string(), ...TrackedDefinition.shape })),
})
export type ProgramEvents = z.infer<typeof ProgramEvents>

const unit = z.string().min(1).max(limits.valueLength)
const attribute = z.string().min(1).max(limits.nameLength)

/** An exposure: a unit was given an arm of a run. */
export const ReportedExposure = z.strictObject({
  run: RunNumber,
  variant: Key,
  unit,
  by: attribute.optional(),
  at: Instant,
})
export type ReportedExposure = z.infer<typeof ReportedExposure>

/** An event of a unit. `also`: other attributes of the same unit that rules split by. */
export const ReportedEvent = z.strictObject({
  event: z.string().min(1).max(limits.nameLength),
  unit,
  also: record(attribute, unit).optional(),
  at: Instant,
  value: z.number().optional(),
  properties: record(
    z.string().max(50),
    z.union([z.number(), z.boolean(), z.string().max(limits.nameLength)]),
  ).optional(),
})
export type ReportedEvent = z.infer<typeof ReportedEvent>

/** A batch of exposures and events from an application. It is immutable and retried until it is acknowledged. */
export const TrackBatch = z
  .strictObject({
    batch: z.uuid(),
    sentAt: Instant,
    sdk: z.string().min(1).max(100),
    build: z.string().max(100).optional(),
    /** The number of rows dropped before this batch because the buffer was full. */
    dropped: z.int().min(0).max(1e12),
    exposures: list(ReportedExposure).max(limits.rowsPerBatch),
    events: list(ReportedEvent).max(limits.rowsPerBatch),
  })
  .refine(({ exposures, events }) => exposures.length + events.length <= limits.rowsPerBatch, {
    message: `at most ${limits.rowsPerBatch} rows`,
  })
export type TrackBatch = z.infer<typeof TrackBatch>

export const RowRefusal = z.enum([
  'undeclared',
  'not-from-clients',
  'value',
  'property',
  'too-old',
  'unknown-run',
  'ended-run',
  'mismatched',
])
export type RowRefusal = z.infer<typeof RowRefusal>

/** The response to a batch. A batch that is sent again gets the same receipt. */
export const TrackReceipt = z.strictObject({
  accepted: z.int(),
  refused: list(z.strictObject({ reason: RowRefusal, count: z.int() })),
})
export type TrackReceipt = z.infer<typeof TrackReceipt>

/** The unit to forget, and the attribute that identifies it if that is not the targeting key. */
export const ForgetUnitInput = InProject.extend({ unit, by: attribute.optional() })
export type ForgetUnitInput = z.infer<typeof ForgetUnitInput>

export const ForgottenUnit = z.strictObject({ exposures: z.int(), events: z.int() })
export type ForgottenUnit = z.infer<typeof ForgottenUnit>
