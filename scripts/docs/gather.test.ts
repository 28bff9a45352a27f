import { describe, expect, it } from 'vitest'
import { sitePage } from './gather.ts'

const page = (text: string) => sitePage('docs/guides/ramps.md', text)

describe('a page of the site', () => {
  it('leads to pages by their address there, and to headings', () => {
    expect(
      page('see [the statistics](../statistics.md), [promises](../promises.md#in-ci) and [above](#start-one)'),
    ).toBe('see [the statistics](/statistics), [promises](/promises#in-ci) and [above](/guides/ramps#start-one)')
    expect(page('[the library](../../src/client/sdk/README.md)')).toBe('[the library](/sdk/library)')
  })

  it('leads to files that it brings along, and says the words alone of what it does not bring', () => {
    expect(page('[`deploy/compose.yaml`](../../deploy/compose.yaml)')).toBe(
      '<a href="/docs/files/deploy/compose.yaml" target="_self"><code>deploy/compose.yaml</code></a>',
    )
    expect(page('[`deploy`](../../deploy) and [OFREP](https://openfeature.dev)')).toBe(
      '`deploy` and [OFREP](https://openfeature.dev)',
    )
  })

  it('shows a picture in the scheme of the reader, and on a phone that of a phone', () => {
    const text = page('![A ramp](../pictures/ramp-light.webp)')
    expect(text.match(/[\w-]+\.webp/g)).toEqual([
      'ramp-phone-light.webp',
      'ramp-light.webp',
      'ramp-phone-dark.webp',
      'ramp-dark.webp',
    ])
    expect(text).toContain('alt="A ramp"')
  })

  it('takes nothing that is written for HTML or for a template, and leaves code as it is', () => {
    expect(page('a <b> and {{flag}}, `<b>` and `{{flag}}`')).toBe(
      'a &lt;b> and &#123;&#123;flag}}, `<b>` and `{{flag}}`',
    )
    expect(page('```sh\ncat <a.md # [x](y.md)\n```')).toBe('```sh\ncat <a.md # [x](y.md)\n```')
    expect(page('`fanion audit\n<months>`')).toBe('`fanion audit <months>`')
    expect(page('a\n\n<!-- relay -->\n## B')).toBe('a\n\n\n## B')
  })
})
