import { z } from 'zod'

/** Maximum of PostgreSQL's `integer`. A query with a greater number fails. */
export const greatestDatabaseInt = 2 ** 31 - 1

/** A number that a query compares with an `integer` column: a version, a revision, a change number, a page cursor. */
export const DatabaseInt = z.int().min(0).max(greatestDatabaseInt)
