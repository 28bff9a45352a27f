import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyOf } from './policy.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('names what stands in the pages themselves, each once, and nothing else', () => {
  const pages = [
    '<script id="a">one()</script><script src="/x.js"></script><style>b{}</style><td style="text-align:right;">',
    '<script id="a">one()</script><p style="color:&quot;red&quot;">',
  ]
  const policy = policyOf(pages, ['const x="*,*::before,*::after{transition:none!important}"'])
  expect(policy).toContain(`script-src 'self' ${hash('one()')};`)
  const styles = /style-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  expect(styles.toSorted()).toEqual(
    [
      "'self'",
      "'unsafe-hashes'",
      hash('b{}'),
      hash('*,*::before,*::after{transition:none!important}'),
      hash('text-align:right;'),
      hash('color:"red"'),
    ].toSorted(),
  )
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/)
})
