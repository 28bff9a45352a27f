import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { namesIn, tableOf } from '../arch/specification.ts'
import { operatorRows } from './operator-table.ts'

const guide = readFileSync('docs/guides/keep-your-sdk.md', 'utf8')
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

describe('the guide about keeping an SDK', () => {
  it('says of every operator what the readings do', () => {
    const rows = guide.split('\n').filter((line) => /^\| `[a-zA-Z]+`(?: \| .*){4} \|$/.test(line))
    expect(rows).toEqual(operatorRows())
  })

  it('names addresses that the server answers', () => {
    const answered = tableOf('7.', 'call').flatMap((row) => namesIn(row['path']))
    const named = [...guide.matchAll(/https:\/\/flags\.example\.com(\/[a-z0-9/]+)/g)].map(([, path = '']) => path)
    expect(named.length).toBeGreaterThan(4)
    for (const path of named) expect(answered.some((known) => known.startsWith(path))).toBe(true)
  })

  it('shows SDKs that the tests run', () => {
    const packages = [...guide.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name)
    expect(packages).toEqual([...new Set(packages)])
    for (const name of packages) expect(devDependencies).toHaveProperty([name])
  })
})
