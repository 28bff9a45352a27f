import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFunctions } from './functions/install.ts'
import { functionVersions } from './functions/versions.ts'
import { migrations } from './index.ts'

describe('the list of migrations', () => {
  it('names every file of the folder, in order', () => {
    const files = readdirSync(import.meta.dirname)
      .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
      .map((file) => file.replace(/\.ts$/, ''))
      .sort()
    expect(Object.keys(migrations)).toEqual(files)
  })
})

/** The last migration that was written before functions had files of their own. */
const lastWithBodies = '0070_server_role'

describe('the functions of the schema', () => {
  const files = readdirSync(path.join(import.meta.dirname, 'functions')).filter((file) => file.endsWith('.sql'))

  it('have a file each, and its hash is the last of their versions', () => {
    expect(files.map((file) => file.replace(/\.sql$/, '')).toSorted()).toEqual(Object.keys(functionVersions))
    // after a change of a file, append its hash: the hashes before stay, so that older databases are updated
    const hashes = readFunctions().map(({ name, statement }) => [
      name,
      createHash('sha256').update(statement).digest('hex'),
    ])
    expect(readFunctions().map(({ name, versions }) => [name, versions.at(-1)])).toEqual(hashes)
  })

  it('are created under the name of their file', () => {
    const others = readFunctions().filter(
      ({ name, statement }) => !statement.startsWith(`create or replace function ${name}(`),
    )
    expect(others).toEqual([])
  })

  it('are in no migration since', () => {
    const body = /create\s+(or\s+replace\s+)?(function|procedure)|alter\s+(function|procedure)/i
    const since = Object.keys(migrations).filter((name) => name > lastWithBodies)
    const sourceOf = (name: string) => readFileSync(path.join(import.meta.dirname, `${name}.ts`), 'utf8')
    expect(since.filter((name) => body.test(sourceOf(name)))).toEqual([])
  })
})
