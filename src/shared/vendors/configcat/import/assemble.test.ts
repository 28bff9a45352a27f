import { expect, it } from 'vitest'
import type { Json } from '../../../schemas/keys.ts'
import { vendorOf } from '../../importing/vendors.ts'
import { readConfigCat } from './assemble.ts'

const whole = { t: 0, v: { b: true } }

it.each<[string, Json, string]>([
  ['without a type', { v: { b: true } }, 'Its “t” should be a number, but is missing.'],
  ['that is no object', 7, 'It should be an object, but is the number 7.'],
])('a file with a setting %s beside a whole one is ConfigCat’s, and the place is named', (_, setting, said) => {
  const value = { p: { s: 'salt' }, f: { a: setting, b: whole } }
  expect(vendorOf(value)).toBe('configcat')
  const { environments } = readConfigCat.assemble([{ name: 'config_v6.json', value }], {}, 0)
  expect(environments[0]?.unread).toMatchObject([{ theirs: 'a', message: expect.stringContaining(said) }])
  expect(Object.keys(environments[0]?.compile({}).flags ?? {})).toEqual(['b'])
})
