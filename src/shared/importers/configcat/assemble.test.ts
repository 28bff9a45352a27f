import { expect, it } from 'vitest'
import type { Json } from '../../schemas/keys.ts'
import { vendorOf } from '../vendors.ts'
import { readConfigCat } from './assemble.ts'

const whole = { t: 0, v: { b: true } }

it.each<[string, Json, string]>([
  ['without a type', { v: { b: true } }, '“f”, “a”, “t”, which should be a number.'],
  ['that is no object', 7, '“f”, “a”, which should be an object.'],
])('a file with a setting %s beside a whole one is ConfigCat’s, and the place is named', (_, setting, said) => {
  const value = { p: { s: 'salt' }, f: { a: setting, b: whole } }
  expect(vendorOf(value)).toBe('configcat')
  expect(() => readConfigCat.assemble([{ name: 'config_v6.json', value }], {}, 0)).toThrow(said)
})
