import { z } from 'zod'

/** The greatest `integer` of PostgreSQL: a query with a greater one fails. */
export const greatestDatabaseInt = 2 ** 31 - 1

/** A number that a query compares with an `integer` column: a version, a revision, the number of a change, a page's cursor. */
export const DatabaseInt = z.int().min(0).max(greatestDatabaseInt)
