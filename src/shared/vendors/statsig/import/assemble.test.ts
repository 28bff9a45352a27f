import { expect, it } from 'vitest'
import { vendorOf } from '../../importing/vendors.ts'
import { readStatsig } from './assemble.ts'

const specs = {
  name: 'download_config_specs.production.json',
  value: {
    has_updates: true,
    feature_gates: [],
    dynamic_configs: [],
    layer_configs: [],
    param_stores: { home: {}, shop: {} },
    prompt_configs: {},
  },
}
const page = (data: unknown) => ({ name: 'page.json', value: { message: 'listed successfully.', data } })
const about = { idType: 'userID', description: 'why', tags: ['core'], owner: { ownerEmail: 'a@example.com' } }

it.each<[string, unknown, string]>([
  ['a gate', [{ ...about, id: 'a_gate', name: 'A gate', isEnabled: true }], 'a_gate'],
  ['an experiment', [{ ...about, id: 'a_test', name: 'A test', status: 'active' }], 'a_test'],
  ['a layer', [{ ...about, id: 'a_layer', isImplicitLayer: false }], 'a_layer'],
  ['one alone', { ...about, id: 'one', name: 'One' }, 'one'],
])('what the console says of %s is found by its id', (_, data, id) => {
  const part = page(data)
  expect(vendorOf(part.value)).toBe('statsig')
  const description = { description: 'why', tags: ['core'], owner: 'a@example.com' }
  expect(readStatsig.assemble([specs, part], {}, 0).flags.get(id)).toMatchObject(description)
})

it('says what of a download is not imported', () => {
  expect(readStatsig.assemble([specs], {}, 0).notes).toEqual([
    'The parameter stores of download_config_specs.production.json are not imported: home, shop. Ask for the flags that they name.',
  ])
})

it.each([
  [{ feature_gates: [{ name: 'a', salt: 's', enabled: true, rules: {} }] }, 'a', 'Its “rules” should be a list'],
  [{ feature_gates: [{ name: 'a', salt: 's', enabled: 1, rules: [] }] }, 'a', 'Its “enabled” should be true or false'],
  [{ dynamic_configs: [7] }, 'dynamic_configs[0]', 'It should be an object'],
  [{ layer_configs: [{ name: 'a', enabled: true, rules: [] }] }, 'a', 'Its “salt” should be a string, but is missing'],
])('names what is not as it should be, and what would be right: %j', (more, theirs, said) => {
  const part = { name: 'file', value: { ...specs.value, ...more } }
  const [environment] = readStatsig.assemble([part], {}, 0).environments
  expect(environment?.unread).toMatchObject([{ theirs, message: expect.stringContaining(said) }])
})
