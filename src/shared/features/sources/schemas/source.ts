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

/** What of a connection may be shown: all but its password. */
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
  /** `verify`: encrypted, and its certificate is of this host; `encrypt`: encrypted, whoever answers; `off`: in clear. */
  tls: z.enum(['verify', 'encrypt', 'off']),
})
export type SourceConnection = z.infer<typeof SourceConnection>

/** How much may be read of a source in one day, UTC: the next read waits for the next day. */
export const SourceBudget = z.strictObject({
  rows: z.int().min(1).max(limits.sourceBudgetRows).default(10_000_000),
  minutes: z.int().min(1).max(limits.sourceBudgetMinutes).default(60),
})
export type SourceBudget = z.infer<typeof SourceBudget>

/**
 * Why a row of a fact is not kept: who, when, what it carries, or that it lies outside of the slice that was asked for; of an exposure also
 * what programs are refused for.
 */
export const RowProblem = z.enum([
  ...(['unit', 'at', 'value', 'property', 'outside'] as const),
  ...(['too-old', 'unknown-run', 'ended-run', 'mismatched'] as const),
])
export type RowProblem = z.infer<typeof RowProblem>
export const RefusedRows = record(z.string(), z.int())
export type RefusedRows = z.infer<typeof RefusedRows>

/**
 * How a fact stands. `new`: nothing is there yet. `late`: the newest that is there is older than two reads apart. `failing`: the last
 * read failed. `budget`: the day’s budget is used up.
 */
export const FactState = z.enum(['new', 'fine', 'late', 'failing', 'budget'])
export type FactState = z.infer<typeof FactState>

/** What is read of a source as one event, or as exposures. */
export const Fact = z.strictObject({
  /** Null: it gives exposures. */
  event: Key.nullable(),
  query: z.string(),
  /** The attribute that names the unit; null is the targeting key. */
  by: z.string().nullable(),
  every: z.string(),
  lookBack: z.string(),
  since: Instant,
  state: FactState,
  problem: z.string().nullable(),
  /** All before is there. */
  readUntil: Instant.nullable(),
  dueAt: Instant,
})
export type Fact = z.infer<typeof Fact>

/** Another database, of which tables are read. */
export const Source = z.strictObject({
  key: ScopeKey,
  environment: ScopeKey,
  kind: z.enum(['postgresql', 'clickhouse']),
  ...SourceConnection.shape,
  budget: SourceBudget,
  by: z.string(),
  at: Instant,
  /** Read today, UTC. */
  spent: z.strictObject({ rows: z.int(), minutes: z.number() }),
  facts: list(Fact),
})
export type Source = z.infer<typeof Source>

/** `password`: left out, it stays as it is, unless anything of the connection changes. */
export const SaveSourceInput = InProject.extend({
  key: ScopeKey,
  environment: ScopeKey,
  kind: z.enum(['postgresql', 'clickhouse']),
  ...SourceConnection.shape,
  tls: SourceConnection.shape.tls.default('verify'),
  password: z.string().min(1).max(1_024).optional(),
  budget: SourceBudget.default({ rows: 10_000_000, minutes: 60 }),
})
export type SaveSourceInput = z.input<typeof SaveSourceInput>

export const SourceReference = InProject.extend({ source: ScopeKey })
export type SourceReference = z.infer<typeof SourceReference>

/** What the role of a source may do, which was found to be reading alone. */
export const SourceChecked = z.strictObject({ ms: z.int().min(0) })
export type SourceChecked = z.infer<typeof SourceChecked>

const query = z.string().min(1).max(limits.factQueryLength)

/**
 * `event`: null where the query gives exposures. `by`: of events; exposures are by what their run splits by. `declare`: what the event is
 * declared to be, where it is not yet.
 */
export const SaveFactInput = SourceReference.extend({
  event: Key.nullable(),
  query,
  by: z.string().min(1).max(limits.nameLength).nullable().default(null),
  every: duration(limits.factEveryMinMs, limits.factEveryMaxMs, 'from 15 minutes to 1 day').default('PT1H'),
  lookBack: duration(0, limits.factLookBackMaxMs, 'from 0 to 7 days').default('PT6H'),
  /** The first instant that is read; two weeks ago where it is left out, of exposures one. */
  since: Instant.optional(),
  declare: z
    .strictObject({
      name: Name,
      value: SaveEventInput.shape.value,
      properties: SaveEventInput.shape.properties,
    })
    .optional(),
})
export type SaveFactInput = z.input<typeof SaveFactInput>

/** `event`: null is the fact that gives exposures. */
export const FactReference = SourceReference.extend({ event: Key.nullable() })
export type FactReference = z.infer<typeof FactReference>

/** `exposures`: its rows are to be exposures. */
export const PreviewFactInput = SourceReference.extend({ query, exposures: z.boolean().default(false) })
export type PreviewFactInput = z.input<typeof PreviewFactInput>

/** The first rows of a query’s last hour, or day, and what all of it would cost. Nothing of it is kept. */
export const FactPreview = z.strictObject({
  from: Instant,
  to: Instant,
  columns: list(
    z.strictObject({
      name: z.string(),
      /** As the database calls it. */
      type: z.string(),
      kind: z.enum(['time', 'number', 'boolean', 'text', 'other']),
    }),
  ),
  rows: list(list(z.string().nullable())),
  /** What the database expects of a whole day, where it tells. */
  estimate: z.strictObject({ rows: z.number(), cost: z.number().nullable() }).nullable(),
  ms: z.int().min(0),
  /** What of the columns does not do as a fact. */
  problems: list(z.string()),
})
export type FactPreview = z.infer<typeof FactPreview>

/** What one read of a slice came to. */
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

/** A fact may be late by two reads; so long besides for the read itself. */
export const factLateAfterMs = (everyMs: number): number => 2 * everyMs + hour / 4
