import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { typeCheck } from '../../../../tests/support/type-check.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const folder = path.join(root, 'node_modules/.cache/tables')

/** Tables without types, because only triggers and plain SQL statements use them. */
const sqlOnly = ['auditChain', 'eventChain', 'schemaFunction']

/**
 * A type that lists the differences between our table types and PostgreSQL's catalog: a union of sentences, or never.
 */
const comparison = `
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '${root}/src/server/platform/db/schema.ts'
import type { DB, Json } from './generated.ts'

type Tables = keyof Database | Exclude<keyof DB, ${sqlOnly.map((table) => `'${table}'`).join(' | ')}>
type In<T, K> = K extends keyof T ? T[K] : never
type Ours<T> = Selectable<In<Database, T>>
type Theirs<T> = Selectable<In<DB, T>>
/** What is never inserted has its rows from a trigger. */
type IsOptional<Row, C> = C extends keyof Row ? ({} extends Pick<Row, C> ? true : false) : false

type OfColumn<T extends string, C extends string> =
  C extends keyof Ours<T> ? C extends keyof Theirs<T> ?
    | (null extends Ours<T>[C] ? (null extends Theirs<T>[C] ? never : \`\${T}.\${C} is never null\`) : null extends Theirs<T>[C] ? \`\${T}.\${C} may be null\` : never)
    | (Json extends Theirs<T>[C] ? never : NonNullable<Ours<T>[C]> extends NonNullable<Theirs<T>[C]> ? never : \`\${T}.\${C} has another type\`)
    | (IsOptional<Insertable<In<DB, T>>, C> extends true ? never : IsOptional<Insertable<In<Database, T>>, C> extends true ? \`\${T}.\${C} has no default\` : never)
  : \`\${T}.\${C} is not in the database\` : \`\${T}.\${C} is in the database only\`

type OfTable<T extends string> =
  T extends keyof Database ? T extends keyof DB ?
    { [C in (keyof Ours<T> | keyof Theirs<T>) & string]: OfColumn<T, C> }[(keyof Ours<T> | keyof Theirs<T>) & string]
  : \`\${T} is not in the database\` : \`\${T} is in the database only\`

type None<Problem extends never> = Problem
export type Compared = None<{ [T in Tables]: OfTable<T> }[Tables]>
`

const settings = {
  extends: path.join(root, 'tsconfig.base.json'),
  compilerOptions: { composite: false, noEmit: true, emitDeclarationOnly: false, declaration: false, types: ['node'] },
  files: ['comparison.ts'],
}

describe('the types of the tables', async () => {
  const { url } = await testDatabase()

  it('say what the migrated database says: tables, columns, what may be null, what must be given', async () => {
    const dialect = new PostgresDialect()
    const db = await dialect.introspector.connect({ connectionString: url, dialect })
    const generated = await generate({ camelCase: true, db, dialect, logger: undefined })
    await db.destroy()
    await mkdir(folder, { recursive: true })
    // Nullable columns are declared as such; JSON's own null is never stored.
    const withoutNull = generated.replace(/(type JsonPrimitive = .*) \| null;/, '$1;')
    await writeFile(path.join(folder, 'generated.ts'), withoutNull)
    await writeFile(path.join(folder, 'comparison.ts'), comparison)
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
    expect(await typeCheck(folder)).toBe('')
  })
})
