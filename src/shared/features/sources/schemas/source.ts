import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { duration } from '../../../schemas/duration.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { SaveEventInput } from '../../usage/schemas/tracked.ts'

const minute = 60_000
const hour = 60 * minute

/** The connection settings that may be shown: all except the password. */
export const SourceConnection = z.strictObject({
  host: z
    .string()
    .max(253)
    .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9.])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/, {
      error: 'enter a name or an address alone, such as db.example.com',
    }),
  port: z.int().min(1).max(65_535),
  database: z.string().min(1).max(128),
  user: z.string().min(1).max(128),
  /**
   * `verify`: encrypted, with the certificate checked against this host. `encrypt`: encrypted without checking the
   * certificate. `off`: unencrypted.
   */
  tls: z.enum(['verify', 'encrypt', 'off']),
})
export type SourceConnection = z.infer<typeof SourceConnection>

/** How much may be read from a warehouse per day (UTC). Further reads wait for the next day. */
export const SourceBudget = z.strictObject({
  rows: z.int().min(1).max(limits.sourceBudgetRows).default(10_000_000),
  minutes: z.int().min(1).max(limits.sourceBudgetMinutes).default(60),
})
export type SourceBudget = z.infer<typeof SourceBudget>

/**
 * Why a row is rejected: its unit, time, value or properties are invalid, or it lies outside the requested time range.
 * Exposures can also be rejected for the same reasons as those from applications.
 */
export const RowProblem = z.enum([
  ...(['unit', 'at', 'value', 'property', 'outside'] as const),
  ...(['too-old', 'unknown-run', 'ended-run', 'mismatched'] as const),
])
export type RowProblem = z.infer<typeof RowProblem>
export const RefusedRows = record(z.string(), z.int())
export type RefusedRows = z.infer<typeof RefusedRows>

/**
 * The state of a warehouse query:
 * - `new`: no data yet
 * - `late`: the newest data is older than two read intervals
 * - `failing`: the last read failed
 * - `budget`: the day's budget is used up
 */
export const FactState = z.enum(['new', 'fine', 'late', 'failing', 'budget'])
export type FactState = z.infer<typeof FactState>

/** A warehouse query that is read as events with one key, or as exposures. */
export const Fact = z.strictObject({
  /** Null: the query returns exposures. */
  event: Key.nullable(),
  query: z.string(),
  /** The attribute that identifies units. Null is the targeting key. */
  by: z.string().nullable(),
  every: z.string(),
  lookBack: z.string(),
  since: Instant,
  state: FactState,
  problem: z.string().nullable(),
  /** Everything before this instant has been read. */
  readUntil: Instant.nullable(),
  dueAt: Instant,
  /** Names what is saved; a save names the version that its author saw. */
  version: z.string(),
})
export type Fact = z.infer<typeof Fact>

/** A warehouse: another database whose tables are read. */
export const Source = z.strictObject({
  key: ScopeKey,
  environment: ScopeKey,
  kind: z.enum(['postgresql', 'clickhouse']),
  ...SourceConnection.shape,
  budget: SourceBudget,
  by: z.string(),
  at: Instant,
  /** Names what is saved; a save names the version that its author saw. */
  version: z.string(),
  /** Read today (UTC). */
  spent: z.strictObject({ rows: z.int(), minutes: z.number() }),
  facts: list(Fact),
})
export type Source = z.infer<typeof Source>

/** The version of what is edited, as its author saw it; left out for what is new. Another one is refused with `source/edited`. */
const SeenVersion = Instant.optional()

/** If `password` is omitted, it stays unchanged, unless another connection setting changes. */
export const SaveSourceInput = InProject.extend({
  key: ScopeKey,
  environment: ScopeKey,
  kind: z.enum(['postgresql', 'clickhouse']),
  ...SourceConnection.shape,
  tls: SourceConnection.shape.tls.default('verify'),
  password: z.string().min(1).max(1_024).optional(),
  budget: SourceBudget.default({ rows: 10_000_000, minutes: 60 }),
  version: SeenVersion,
})
export type SaveSourceInput = z.input<typeof SaveSourceInput>

export const SourceReference = InProject.extend({ source: ScopeKey })
export type SourceReference = z.infer<typeof SourceReference>

/** The result of a connection check that verified that the role is read-only. */
export const SourceChecked = z.strictObject({ ms: z.int().min(0) })
export type SourceChecked = z.infer<typeof SourceChecked>

const query = z.string().min(1).max(limits.factQueryLength)

/**
 * `event`: null if the query returns exposures. `by`: for events only; exposures use the attribute that their run
 * splits by. `declare`: the declaration of the event if it does not exist yet.
 */
export const SaveFactInput = SourceReference.extend({
  event: Key.nullable(),
  query,
  by: z.string().min(1).max(limits.nameLength).nullable().default(null),
  every: duration(limits.factEveryMinMs, limits.factEveryMaxMs, 'from 15 minutes to 1 day').default('PT1H'),
  lookBack: duration(0, limits.factLookBackMaxMs, 'from 0 to 7 days').default('PT6H'),
  /** The first instant to read. Defaults to two weeks ago, or one week ago for exposures. */
  since: Instant.optional(),
  declare: z
    .strictObject({
      name: Name,
      value: SaveEventInput.shape.value,
      properties: SaveEventInput.shape.properties,
    })
    .optional(),
  version: SeenVersion,
})
export type SaveFactInput = z.input<typeof SaveFactInput>

/** If `event` is null, this is the query that returns exposures. */
export const FactReference = SourceReference.extend({ event: Key.nullable() })
export type FactReference = z.infer<typeof FactReference>

/** `exposures`: validates the rows as exposures. */
export const PreviewFactInput = SourceReference.extend({ query, exposures: z.boolean().default(false) })
export type PreviewFactInput = z.input<typeof PreviewFactInput>

/** The first rows of a query over the last hour or day, and the cost of all of it. Nothing is stored. */
export const FactPreview = z.strictObject({
  from: Instant,
  to: Instant,
  columns: list(
    z.strictObject({
      name: z.string(),
      /** The type name that the database uses. */
      type: z.string(),
      kind: z.enum(['time', 'number', 'boolean', 'text', 'other']),
    }),
  ),
  rows: list(list(z.string().nullable())),
  /** The database's estimate for a whole day, if it provides one. */
  estimate: z.strictObject({ rows: z.number(), cost: z.number().nullable() }).nullable(),
  ms: z.int().min(0),
  /** Problems with the columns. */
  problems: list(z.string()),
})
export type FactPreview = z.infer<typeof FactPreview>

/** The result of reading one time range. */
export const SourceRead = z.strictObject({
  at: Instant,
  from: Instant,
  to: Instant,
  rows: z.int(),
  refused: list(z.strictObject({ reason: RowProblem, count: z.int() })),
  bytes: z.int(),
  ms: z.int(),
  problem: z.string().nullable(),
})
export type SourceRead = z.infer<typeof SourceRead>

/** A query is late after two read intervals, plus 15 minutes for the read itself. */
export const factLateAfterMs = (everyMs: number): number => 2 * everyMs + hour / 4
