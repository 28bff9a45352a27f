import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { furtherScreens } from './further-screens.ts'

const routes = ['project.ts', 'project-settings.ts', 'settings.ts'].map((file) =>
  readFileSync(path.resolve(import.meta.dirname, '../../routes', file), 'utf8'),
)
const rail = readFileSync(path.resolve(import.meta.dirname, '../destinations.ts'), 'utf8')

describe('the palette', () => {
  it('finds every screen: each that has a title and needs no name is in the rail or here', () => {
    const known = [...furtherScreens('shop', true).map(([title]) => title), rail].join('\n')
    const titles = routes.flatMap((text) =>
      [...text.matchAll(/createRoute\(\{(.*?)\n\}\)/gs)]
        .map(([, body = '']) => body)
        .filter((body) => !/titleParam|\$/.test(body))
        .flatMap((body) => /title: '([^']+)'/.exec(body)?.[1] ?? []),
    )
    const renamed: Record<string, string> = {
      Projects: 'All projects',
      'Project settings': 'General',
      'Compare environments': 'Compare',
      'Your account': 'Profile',
      Appearance: 'Appearance and language',
    }
    const missing = titles.filter((title) => !known.includes(renamed[title] ?? title))
    expect(titles.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })

  it('leads a member to none of the organization’s', () => {
    expect(furtherScreens('shop', false).filter(([, , href]) => /^.(org|status)/.test(href))).toEqual([])
  })
})
