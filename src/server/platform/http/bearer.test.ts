import { expect, it } from 'vitest'
import { bearer } from './bearer.ts'

it.each([
  ['Bearer fan_srv_x', 'fan_srv_x'],
  ['bearer  fan_srv_x ', 'fan_srv_x'],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  ['Basic fan_srv_x', undefined],
  ['fan_srv_x', undefined],
  [undefined, undefined],
])('a key comes as %j, or else by a header of its own', (authorization, key) => {
  expect(bearer({ authorization })).toBe(key)
  expect(bearer({ authorization, 'x-api-key': 'fan_cli_y' })).toBe(key ?? 'fan_cli_y')
  // A repeated X-API-Key header is ignored.
  expect(bearer({ authorization, 'x-api-key': ['fan_cli_y', 'fan_cli_z'] })).toBe(key)
})
