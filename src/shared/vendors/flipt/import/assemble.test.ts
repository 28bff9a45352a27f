import { describe, expect, it } from 'vitest'
import { readFlipt } from './assemble.ts'

const flag = (key: string, type?: string) => ({
  key,
  name: key,
  enabled: true,
  ...(type === undefined ? {} : { type }),
})
const segment = { key: 'staff', name: 'Staff', match_type: 'ALL_MATCH_TYPE', constraints: [] }

describe('files of Flipt', () => {
  it('that say of one namespace are together all of it, also where a flag does not say its type', () => {
    const parts = [
      { name: 'one.features.yaml', value: { namespace: 'shop', flags: [flag('a', 'BOOLEAN_FLAG_TYPE')] } },
      {
        name: 'two.features.yaml',
        value: [
          { namespace: { key: 'shop', name: 'Shop' }, flags: [flag('b', 'VARIANT_FLAG_TYPE')], segments: [segment] },
          { namespace: 'desk', flags: [flag('c')] },
        ],
      },
    ]
    const { environments } = readFlipt.assemble(parts, {}, 0)
    const found = environments.map(({ name, compile }) => {
      const { flags, segments } = compile({})
      return [name, Object.keys(flags), Object.keys(segments)]
    })
    expect(found).toEqual([
      ['shop', ['a', 'b'], ['staff']],
      ['desk', ['c'], []],
    ])
  })
})
