import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag } from '../../../../tests/support/builders.ts'
import { aFolder } from '../../../../tests/support/folder.ts'
import { buildDatafile } from '../../../shared/datafile/build.ts'
import { limits } from '../../../shared/limits.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { type CachedSdkKey, SnapshotCache } from './snapshot-cache.ts'

const id = '01900000-0000-7000-8000-000000000001'
const datafile = (revision: number): Datafile =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision,
    publishedAt: new Date(revision).toISOString(),
    flags: { checkout: { ...aFlag('checkout').with({ salt: `s${revision}` }) } },
    segments: {},
  })
const key: CachedSdkKey = {
  hash: 'ab'.repeat(32),
  keyId: id,
  kind: 'server',
  allowedOrigins: [],
  project: 'shop',
  environment: 'production',
  environmentId: id,
  expiresAt: null,
}

/** A data folder, its cached state, and the log lines written. */
async function aPlace() {
  const home = await aFolder('kept')
  const said: string[] = []
  const say = (_: object, message: string) => void said.push(message)
  const open = () => new SnapshotCache(home, { error: say, warn: say, info: say })
  return { folder: path.join(home, 'kept'), said, open }
}

describe('what is kept on disk', () => {
  it('is found by the next server, each environment at its newest', async () => {
    const { open, folder } = await aPlace()
    const kept = open()
    expect(kept.any).toBe(false)
    await kept.keep(id, datafile(1))
    await kept.keep(id, datafile(2))
    await kept.keepKeys([key])
    const next = open()
    expect([next.any, next.environments()]).toEqual([true, new Map([[id, 2]])])
    expect(await next.datafile(id)).toEqual(datafile(2))
    expect([await next.findKey(key.hash), await next.findKey('cd'.repeat(32))]).toEqual([key, undefined])
    expect((await readdir(folder)).toSorted()).toEqual([`${id}.2.json`, 'keys.json'])
  })

  it('is readable by its owner alone', async () => {
    const { open, folder } = await aPlace()
    const kept = open()
    await kept.keep(id, datafile(1))
    await kept.keepKeys([key])
    for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).mode & 0o077).toBe(0)
    expect((await stat(folder)).mode & 0o077).toBe(0)
  })

  it('is ignored, with a line in the log, wherever a byte of it changed or is missing', async () => {
    const { open, folder, said } = await aPlace()
    const kept = open()
    await kept.keep(id, datafile(1))
    await kept.keepKeys([key])
    const [state, keys] = [path.join(folder, `${id}.1.json`), path.join(folder, 'keys.json')]
    const [whole, wholeKeys] = [await readFile(state), await readFile(keys)]
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, by, cut) => {
          const damaged = (bytes: Buffer) => {
            const place = at % bytes.length
            if (cut) return bytes.subarray(0, place)
            const copy = Buffer.from(bytes)
            copy[place] = (copy[place] ?? 0) ^ by
            return copy
          }
          await writeFile(state, damaged(whole))
          await writeFile(keys, damaged(wholeKeys))
          said.length = 0
          const next = open()
          // Another whitespace character in the head is not damage.
          const found = await next.datafile(id)
          expect([undefined, datafile(1)]).toContainEqual(found)
          expect(said.includes('a kept state cannot be used and is ignored')).toBe(found === undefined)
          const foundKey = await next.findKey(key.hash)
          expect([undefined, key]).toContainEqual(foundKey)
          expect(said.includes('the kept keys cannot be used and are ignored')).toBe(foundKey === undefined)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('that a server was killed over is cleared away', async () => {
    const { open, folder } = await aPlace()
    await open().keep(id, datafile(1))
    await writeFile(path.join(folder, `${id}.2.json.999999.new`), 'half')
    const next = open()
    expect(await next.datafile(id)).toEqual(datafile(1))
    await next.tidy()
    expect(await readdir(folder)).toEqual([`${id}.1.json`])
  })

  it(`is at most ${limits.keptStateBytes / 1024 / 1024} MiB: the oldest goes first, and the log says so`, async () => {
    const { open, folder, said } = await aPlace()
    const kept = open()
    const other = id.replace(/1$/, '2')
    await kept.keep(other, datafile(1))
    // A sparse file of that size.
    await writeFile(path.join(folder, `${other}.1.json`), '')
    const { truncate } = await import('node:fs/promises')
    await truncate(path.join(folder, `${other}.1.json`), limits.keptStateBytes)
    await kept.keep(id, datafile(1))
    expect([...kept.environments().keys()]).toEqual([id])
    expect(said).toEqual(['an environment is kept on disk no longer: all together are too big'])
  })
})
