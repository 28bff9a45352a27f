import { describe, expect, it } from 'vitest'
import { CreateProviderInput } from '../features/access/schemas/identity-provider.ts'
import { CreateSdkKeyInput } from '../features/access/schemas/sdk-key.ts'
import { ReplaceReferencesInput } from '../features/builds/references.ts'
import { ApplyFilesInput } from '../features/flag-files/schemas/file-changes.ts'
import { SaveGuardSourceInput } from '../features/ramps/schemas/guard.ts'
import { CreateWebhookInput } from '../features/webhooks/schemas/webhook.ts'

const wrongAddresses = [
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'ftp://example.com',
  '//example.com/x',
  '/x',
  'https://user:word@example.com',
  'https://user@example.com',
  'java\tscript:alert(1)',
  'https://example.com/\u2028x',
  'https:\\\\example.com',
  'https://',
  '',
]
const wrongPaths = [
  '../x',
  'a/../../x',
  '/etc/passwd',
  'a//b',
  './a',
  'C:/x',
  'a\\..\\b',
  'javascript:alert(1)',
  'a/..',
]

const fields: readonly [
  string,
  (value: string) => { error?: { issues: readonly { path: readonly PropertyKey[] }[] } | undefined },
][] = [
  ['url', (url) => CreateWebhookInput.safeParse({ project: 'shop', name: 'n', url })],
  ['url', (url) => SaveGuardSourceInput.safeParse({ project: 'shop', key: 'k', kind: 'prometheus', url })],
  ['issuer', (issuer) => CreateProviderInput.safeParse({ key: 'k', name: 'n', issuer })],
  [
    'allowedOrigins',
    (origin) =>
      CreateSdkKeyInput.safeParse({
        ...{ project: 'shop', environment: 'production', kind: 'client', name: 'n', allowedOrigins: [origin] },
      }),
  ],
]

describe('a web address that is stored', () => {
  it.each(fields.flatMap(([field, parse]) => wrongAddresses.map((value) => [field, value, parse] as const)))(
    'is refused as %s: %j',
    (field, value, parse) => {
      expect(parse(value).error?.issues.some(({ path }) => path[0] === field)).toBe(true)
    },
  )

  it.each(fields)('may be any of the web as %s', (field, parse) => {
    for (const value of ['https://example.com', 'http://10.0.0.1:8080/a?b=c', 'https://exämple.com/ü'])
      expect(parse(value).error?.issues.some(({ path }) => path[0] === field) ?? false).toBe(false)
  })
})

describe('where a flag is kept', () => {
  const kept = (repository: string, path: string) =>
    ApplyFilesInput.safeParse({
      ...{ project: 'shop', title: 'T' },
      kept: { repository, commit: '0123456789', paths: [{ flag: 'checkout', path }] },
    }).success

  it.each([...wrongAddresses, ...wrongPaths])('is not the repository %j', (text) => {
    expect(kept(text, 'flags/checkout.yaml')).toBe(false)
  })
  it.each(wrongPaths)('is not the path %j', (text) => {
    expect(kept('acme/shop', text)).toBe(false)
  })
  it('is a name or an address, and a path below it', () => {
    for (const repository of ['acme/shop', 'shop', 'group/sub group/shop', 'https://git.example.com/acme/shop'])
      for (const path of ['checkout.yaml', 'flags/a..b/checkout.yaml', '.fanion/x.yaml'])
        expect(kept(repository, path)).toBe(true)
  })
})

describe('where code names a flag', () => {
  const scan = (more: object, place: object = {}) =>
    ReplaceReferencesInput.safeParse({
      ...{ project: 'shop', repository: 'acme/shop', branch: 'main', commit: '0123456789' },
      references: [{ flag: 'a', path: 'a.ts', line: 1, column: 1, kind: 'read', lineHash: '01234567', ...place }],
      ...more,
    })
  it('is a repository and a path below it', () => {
    expect(scan({}).error).toBeUndefined()
    for (const repository of wrongPaths) expect(scan({ repository }).success).toBe(false)
    for (const path of ['../x', 'a/../../x', '/etc/passwd']) expect(scan({}, { path }).success).toBe(false)
  })
})
