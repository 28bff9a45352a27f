import { expect, it } from 'vitest'
import { withTimeLimit } from './with-time-limit.ts'

const given = {
  document: {},
  imported: { flags: {}, segments: {}, findings: [], keys: { flags: new Map(), segments: new Map() }, profile: 'test' },
  nowMs: 0,
}
const sdk = { theirs: () => 'on', inTheirText: () => 'on' }

it('an SDK answers while there is time, and is passed over after that', async () => {
  const [soon, late] = await Promise.all([
    withTimeLimit(() => sdk, 600_000)(given),
    withTimeLimit(() => sdk, -1)(given),
  ])
  expect(await soon?.theirs('flag', {})).toBe('on')
  expect(await late?.theirs('flag', {})).toBeNull()
  expect(await withTimeLimit(() => null)(given)).toBeNull()
})
