import { afterEach, describe, expect, it } from 'vitest'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import { compile } from './compile.ts'
import { explain } from './explain.ts'

const rule = (attribute: string): Rule => ({
  id: 'r',
  when: { attribute, operator: 'is', values: ['NO'] },
  serve: { variant: 'on' },
})
const datafileOf = (document: FlagDocument): Datafile => ({
  format: 1,
  project: 'shop',
  environment: 'test',
  revision: 1,
  publishedAt: '2026-11-20T12:00:00.000Z',
  digest: '',
  flags: { [document.key]: document },
  segments: {},
})
const flag: FlagDocument = {
  key: 'f',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [rule('country')],
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
}

const prototype = Object.prototype as unknown as Record<string, unknown>
afterEach(() => {
  delete prototype['country']
})

describe('an attribute', () => {
  it('is not what was smuggled into every object after the flag was compiled', () => {
    const datafile = datafileOf(flag)
    const compiled = compile(datafile).flag('f')
    expect(compiled?.pick({ country: 'NO' }, 0).variant).toBe('on')
    prototype['country'] = 'NO'
    expect(compiled?.pick({}, 0).variant).toBe('off')
    expect(compiled?.pick({ country: 'NO' }, 0).variant).toBe('on')
    expect(explain(datafile, 'f', {}, 0).outcome.variant).toBe('off')
  })

  it('may come from a getter of the context’s own class', () => {
    class Shopper {
      get country() {
        return 'NO'
      }
    }
    // Contexts may be instances of classes.
    const context = new Shopper() as unknown as Record<string, unknown>
    expect(compile(datafileOf(flag)).flag('f')?.pick(context, 0).variant).toBe('on')
  })

  it('named like something every object has is only the object’s own', () => {
    const named = { ...flag, rules: [rule('constructor')] }
    const compiled = compile(datafileOf(named)).flag('f')
    expect(compiled?.pick({}, 0).variant).toBe('off')
    expect(compiled?.pick({ constructor: 'NO' }, 0).variant).toBe('on')
  })
})
