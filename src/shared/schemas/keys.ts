import { z } from 'zod'
import { byShape, list, record } from './bounded.ts'
import { isJson } from './is-json.ts'

/** Key of a project or environment: lower-case letters, digits and inner dashes, 1 to 64 characters. */
export const ScopeKey = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,
    'use lower-case letters, digits and dashes between them, at most 64 characters',
  )
export type ScopeKey = z.infer<typeof ScopeKey>

/** Key of a flag, segment or variant: letters, digits, dot, underscore and dash, 1 to 100 characters. */
export const Key = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    'start with a letter or digit; then letters, digits, dots, underscores and dashes, at most 100 characters',
  )
export type Key = z.infer<typeof Key>

/** Rejects keys whose address, `/<list>/<key>`, is that of another page (`client/app/routes/addresses.test.ts`). */
export const unlessPage = <K extends z.ZodString>(key: K, list: string, pages: readonly string[]): K =>
  key.refine((text) => !pages.includes(text), {
    error: ({ input }) => `choose another key: /${list}/${String(input)} is a page of its own`,
  })

/** A UUIDv7 as text. */
export const Id = z.uuid()
export type Id = z.infer<typeof Id>

/** An instant as RFC 3339 text in UTC with milliseconds, for example `2026-11-20T12:00:00.000Z`. */
export const Instant = z.iso.datetime()
export type Instant = z.infer<typeof Instant>

/** Any JSON value. Declared here, because `z.json()` would pull its whole module into the public types. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export const Json: z.ZodType<Json> = z.lazy(() =>
  byShape(list(Json), record(z.string(), Json), z.union([z.string(), z.number(), z.boolean(), z.null()]), isJson),
)
