import { expect, it } from 'vitest'
import { pinnedAddress } from './pinned-address.ts'

it('tells nothing of internal names: one that exists and one that does not are refused in the same words', async () => {
  const asked = { host: 'db.internal', port: 5432, allowPrivate: [] }
  const resolves = [
    async () => ['10.0.0.7'],
    async () => ['93.184.216.34', '169.254.169.254'],
    async () => [],
    () => Promise.reject(new Error('ENOTFOUND')),
  ]
  const began = performance.now()
  const refusals = await Promise.all(
    resolves.map((resolve) =>
      pinnedAddress(asked, resolve).catch((error: unknown) => [String(error), performance.now() - began >= 900]),
    ),
  )
  const [first] = refusals
  expect(first).toEqual([
    'TableError: db.internal has no public address. Its operator can allow it: FANION_ALLOW_HOSTS=db.internal:5432',
    true,
  ])
  expect(refusals).toEqual(refusals.map(() => first))
})

it('is the first address of a public name, and any of one that is allowed', async () => {
  expect(await pinnedAddress({ host: 'db.example', port: 1, allowPrivate: [] }, async () => ['93.184.216.34'])).toBe(
    '93.184.216.34',
  )
  expect(
    await pinnedAddress({ host: 'db.internal', port: 1, allowPrivate: ['db.internal:1'] }, async () => ['10.0.0.7']),
  ).toBe('10.0.0.7')
})
