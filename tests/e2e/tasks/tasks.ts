import type { Page } from 'playwright-core'
import type { Hands } from './hands.ts'
import type { World } from './world.ts'

/** A way to do a task, with the pointer or only the keyboard. */
export type Way = {
  target: number
  /** Prepares the task without counting. Returns the path to start from. */
  before: (world: World, flag: string) => Promise<string>
  /** Waits until the page is ready for the first interaction, if the list is not enough. */
  ready?: (page: Page, world: World, flag: string) => Promise<void>
  act: (hands: Hands, flag: string) => Promise<void>
  /** Resolves when the effect is visible to the API or an evaluation, not only on the page. */
  effect: (world: World, flag: string, page: Page) => Promise<void>
}

/**
 * An everyday task. `best` is the lowest number of interactions of a competitor, which our target must beat; null if
 * none was counted.
 */
export type Task = { title: string; best: { count: number; peer: string } | null; pointer: Way; keyboard: Way }

const on = ['development']
const list = (flag: string) => `/p/shop/flags?q=key:${flag}`
const aFlag = async (world: World, flag: string, onIn = on) => {
  await world.aFlag(flag, { onIn })
  return list(flag)
}
const cell = (page: Page, environment: string) => page.locator(`td[data-environment=${environment}] button`)
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name })

/** Ready when the row is rendered. */
const row = (page: Page) => page.locator('tr[data-current] a').waitFor()

const create: Pick<Way, 'before' | 'effect'> = {
  before: (world) => aFlag(world, world.unused()),
  effect: (world, flag) => world.answers('development', flag, true),
}

const byCountry: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: async (world, flag) => {
    await world.aFlag(flag, { onIn: on })
    await world.publish(flag, 'development', (document) => ({ ...document, otherwise: { variant: 'off' } }))
    return list(flag)
  },
  ready: row,
  effect: async (world, flag) => {
    await world.answers('development', flag, true, { country: 'NO' })
    await world.answers('development', flag, false, { country: 'SE' })
  },
}

const tenPercent: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag),
  ready: row,
  effect: (world, flag) => world.serves('development', flag, 10),
}

const why: Pick<Way, 'before' | 'effect'> = {
  before: (world, flag) => aFlag(world, flag),
  effect: async (world, flag, page) => {
    await world.answers('development', flag, true)
    const answer = page.getByRole('region', { name: 'Results' }).getByRole('button').filter({ hasText: flag })
    await answer.getByText('on', { exact: true }).waitFor()
  },
}

const copy: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag),
  ready: row,
  effect: (world, flag) => world.answers('production', flag, true),
}

const review: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: async (world, flag) => {
    await world.aFlag(flag, { onIn: on, project: 'guarded' })
    return `/p/guarded/flags?q=key:${flag}`
  },
  ready: row,
  effect: (world, flag) => world.changeIs('guarded', flag, 'in-review'),
}

const monday: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag),
  ready: row,
  effect: async (world, flag) => {
    await world.changeIs('shop', flag, 'scheduled')
    await world.isMondayNine(flag)
  },
}

const rollBack: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag),
  ready: async (page, world, flag) => {
    await row(page)
    await page.getByRole('switch', { name: new RegExp(`${flag} in Development`) }).click()
    await button(page, /^Undo/).waitFor()
    await world.answers('development', flag, false)
  },
  effect: (world, flag) => world.answers('development', flag, true),
}

const cleanUp: Pick<Way, 'before' | 'effect'> = {
  before: async (world, flag) => {
    await world.staleFlags(flag)
    return '/p/stale/flags'
  },
  effect: (world, flag) => world.archived('stale', [`${flag}-a`, `${flag}-b`]),
}

const invite = (email: string): Pick<Way, 'before' | 'effect'> => ({
  before: (world, flag) => aFlag(world, flag),
  effect: (world) => world.invited(email, 'editor', ['staging']),
})

const invitePublisher = (email: string): Pick<Way, 'before' | 'effect'> => ({
  before: (world, flag) => aFlag(world, flag),
  effect: (world) => world.invited(email, 'publisher', ['staging']),
})

const whoChanged: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag),
  ready: row,
  effect: async (_, flag, page) => {
    await page.waitForURL(`**/flags/${flag}/history**`)
    await page.getByRole('heading', { name: /^Revision \d+ by Ada/ }).waitFor()
  },
}

const snippet: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: async (world, flag) => {
    await world.aFlag(flag, { onIn: on, visibleToClients: true })
    await world.clientKey()
    return list(flag)
  },
  ready: row,
  effect: (world, flag, page) => world.clipboardKeyReads(page, flag),
}

const compare: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag),
  ready: row,
  effect: async (_, flag, page) => {
    await page.waitForURL('**/compare**')
    await page.getByText(flag).first().waitFor()
  },
}

const quarterOfNorway: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: async (world, flag) => {
    await world.aFlag(flag, { onIn: ['staging'] })
    await world.publish(flag, 'staging', (document) => ({ ...document, otherwise: { variant: 'off' } }))
    return list(flag)
  },
  ready: row,
  effect: async (world, flag) => {
    await world.serves('staging', flag, 25, { country: 'NO' })
    await world.answers('staging', flag, false, { country: 'SE' })
  },
}

const kill: Pick<Way, 'before' | 'effect' | 'ready'> = {
  before: (world, flag) => aFlag(world, flag, ['production']),
  ready: async (page, world, flag) => {
    await row(page)
    await world.answers('production', flag, true)
  },
  effect: (world, flag) => world.answers('production', flag, false),
}

export const tasks: readonly Task[] = [
  {
    title: 'Create a boolean flag, on in development',
    best: { count: 4, peer: 'Unleash' },
    pointer: {
      ...create,
      target: 3,
      act: async (hands, flag) => {
        await hands.click(button(hands.page, /^New flag/).first())
        await hands.fill(hands.page.getByLabel('Name', { exact: true }), flag)
        await hands.click(button(hands.page, 'Create flag'))
      },
    },
    keyboard: {
      ...create,
      target: 3,
      act: async (hands, flag) => {
        await hands.press('c')
        await dialog(hands.page).getByLabel('Name', { exact: true }).waitFor()
        await hands.type(flag)
        await hands.press('Enter')
      },
    },
  },
  {
    title: 'Target by country',
    best: { count: 9, peer: 'Unleash' },
    pointer: {
      ...byCountry,
      target: 5,
      act: async (hands) => {
        await hands.click(hands.page.locator('tr[data-current] a'))
        await hands.fill(hands.page.getByLabel('Type a rule'), 'country is NO')
        await hands.press('Enter')
        await hands.click(button(hands.page, /^Publish to Development/))
      },
    },
    keyboard: {
      ...byCountry,
      target: 5,
      act: async (hands) => {
        await hands.press('Enter')
        await hands.page.getByLabel('Type a rule').waitFor()
        await hands.press('a')
        await hands.type('country is NO')
        await hands.press('Enter', 'Control+Enter')
      },
    },
  },
  {
    title: 'Roll out to 10%',
    best: { count: 5, peer: 'Flipt' },
    pointer: {
      ...tenPercent,
      target: 3,
      act: async (hands) => {
        await hands.click(cell(hands.page, 'development'))
        await hands.fill(hands.page.getByLabel('Percentage of everyone else'), '10')
        await hands.press('Enter')
      },
    },
    keyboard: {
      ...tenPercent,
      target: 3,
      act: async (hands) => {
        await hands.press('r')
        await hands.page.locator('input:focus').waitFor()
        await hands.type('10')
        await hands.press('Enter')
      },
    },
  },
  {
    title: 'Why did this user get that',
    best: { count: 4, peer: 'Flagsmith' },
    pointer: {
      ...why,
      target: 3,
      act: async (hands) => {
        await hands.click(
          hands.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playground' }),
        )
        await hands.fill(hands.page.getByLabel(/^User ID/), 'user-42')
        await hands.press('Enter')
      },
    },
    keyboard: {
      ...why,
      target: 3,
      act: async (hands, flag) => {
        await hands.press('Control+k')
        await dialog(hands.page).getByRole('combobox').waitFor()
        await hands.type(`why user-42 ${flag}`)
        await hands.press('Enter')
        await hands.page.waitForURL(`**/playground?**flag=${flag}`)
      },
    },
  },
  {
    title: 'Copy development to production',
    best: { count: 4, peer: 'Unleash' },
    pointer: {
      ...copy,
      target: 3,
      act: async (hands) => {
        await hands.click(cell(hands.page, 'production'))
        await hands.click(button(hands.page, 'Copy from Development'))
        await hands.click(button(hands.page, /^Turn on in Production/))
      },
    },
    keyboard: {
      ...copy,
      target: 3,
      act: async (hands) => {
        await hands.press('m', 'p')
        await button(hands.page, /^Turn on in Production/).waitFor()
        await hands.press('Control+Enter')
      },
    },
  },
  {
    title: 'Request approval',
    best: { count: 4, peer: 'Unleash (paid)' },
    pointer: {
      ...review,
      target: 2,
      act: async (hands) => {
        await hands.click(hands.page.getByRole('switch', { name: /in Production/ }))
        await hands.click(button(hands.page, /^Request review/))
      },
    },
    keyboard: {
      ...review,
      target: 3,
      act: async (hands) => {
        await hands.press('e', 'p')
        await button(hands.page, /^Request review/).waitFor()
        await hands.press('Control+Enter')
      },
    },
  },
  {
    title: 'Schedule for Monday 09:00 in the own time zone',
    best: { count: 8, peer: 'Unleash (paid)' },
    pointer: {
      ...monday,
      target: 4,
      act: async (hands) => {
        await hands.click(cell(hands.page, 'production'))
        await hands.click(button(hands.page, 'Schedule…'))
        await hands.fill(hands.page.getByLabel('What to do and when'), 'on mon 9am')
        await hands.press('Enter')
      },
    },
    keyboard: {
      ...monday,
      target: 4,
      act: async (hands, flag) => {
        await hands.press('Control+k')
        await dialog(hands.page).getByRole('combobox').waitFor()
        await hands.type(`turn on ${flag} prod mon 9am`)
        await hands.press('Enter')
        await button(hands.page, /^Schedule for/).waitFor()
        await hands.press('Control+Enter')
      },
    },
  },
  {
    title: 'Roll back the last change',
    best: { count: 4, peer: 'GrowthBook' },
    pointer: { ...rollBack, target: 1, act: (hands) => hands.click(button(hands.page, /^Undo/)) },
    keyboard: { ...rollBack, target: 1, act: (hands) => hands.press('z') },
  },
  {
    title: 'Find stale flags, archive two',
    best: { count: 7, peer: 'Unleash' },
    pointer: {
      ...cleanUp,
      target: 3,
      act: async (hands) => {
        await hands.click(hands.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Cleanup/ }))
        await hands.click(button(hands.page, /^Archive 2 flags/))
      },
    },
    keyboard: {
      ...cleanUp,
      target: 3,
      act: async (hands) => {
        await hands.press('g', 'l')
        await button(hands.page, /^Archive 2 flags/).waitFor()
        await hands.press('Control+Enter')
      },
    },
  },
  {
    title: 'Invite a member who edits in staging only',
    best: { count: 10, peer: 'GrowthBook (paid)' },
    pointer: {
      ...invite('pointer@example.com'),
      target: 4,
      act: async (hands) => {
        await hands.click(hands.page.getByRole('link', { name: 'Invite' }))
        await hands.fill(hands.page.getByLabel('Email'), 'pointer@example.com')
        await hands.click(hands.page.getByRole('group', { name: 'Environments for this role' }).getByText('Staging'))
        await hands.click(button(hands.page, 'Send'))
      },
    },
    keyboard: {
      ...invite('keyboard@example.com'),
      target: 4,
      act: async (hands) => {
        await hands.press('Control+k')
        await dialog(hands.page).getByRole('combobox').waitFor()
        await hands.type('invite keyboard@example.com staging')
        await hands.press('Enter', 'Enter')
      },
    },
  },
  {
    title: 'SDK key and a snippet ready to paste',
    best: { count: 2, peer: 'Flagsmith' },
    pointer: { ...snippet, target: 1, act: (hands) => hands.click(button(hands.page, 'Copy snippet')) },
    keyboard: { ...snippet, target: 1, act: (hands) => hands.press('y') },
  },
  {
    title: 'Compare environments',
    best: { count: 2, peer: 'GrowthBook' },
    pointer: { ...compare, target: 1, act: (hands) => hands.click(hands.page.getByRole('link', { name: /^Compare/ })) },
    keyboard: { ...compare, target: 1, act: (hands) => hands.press('=') },
  },
  {
    title: '25% of Norway in staging',
    best: null,
    pointer: {
      ...quarterOfNorway,
      target: 8,
      act: async (hands) => {
        await hands.click(hands.page.locator('tr[data-current] a'))
        await hands.click(button(hands.page, /^Staging/))
        await hands.click(button(hands.page, 'Add rule'))
        await hands.fill(hands.page.getByRole('combobox', { name: 'Rule 1, condition 1, attribute' }), 'country')
        await hands.fill(hands.page.getByLabel('Rule 1, condition 1, values').first(), 'NO')
        await hands.click(button(hands.page, '25%'))
        await hands.click(button(hands.page, /^Publish to Staging/))
      },
    },
    keyboard: {
      ...quarterOfNorway,
      target: 8,
      act: async (hands) => {
        await hands.press('Enter')
        await hands.page.getByLabel('Type a rule').waitFor()
        await hands.press(']', 'a')
        await hands.type('country is NO -> on 25%')
        await hands.press('Enter', 'Control+Enter')
      },
    },
  },
  {
    title: 'Turn off in production',
    best: null,
    pointer: {
      ...kill,
      target: 2,
      act: async (hands) => {
        await hands.click(hands.page.getByRole('switch', { name: /in Production/ }))
        await hands.click(button(hands.page, /^Turn off in Production/))
      },
    },
    keyboard: {
      ...kill,
      target: 3,
      act: async (hands) => {
        await hands.press('e', 'p')
        await button(hands.page, /^Turn off in Production/).waitFor()
        await hands.press('Control+Enter')
      },
    },
  },
  {
    title: 'See who changed this flag',
    best: { count: 2, peer: 'Unleash' },
    pointer: {
      ...whoChanged,
      target: 2,
      act: async (hands, flag) => {
        await hands.click(hands.page.locator('tr[data-current] a'))
        await hands.click(hands.page.locator(`a[href*="/flags/${flag}/history"]`))
      },
    },
    keyboard: { ...whoChanged, target: 2, act: (hands) => hands.press('h') },
  },
  {
    title: 'Invite a member who publishes in staging only',
    best: { count: 10, peer: 'GrowthBook (paid)' },
    pointer: {
      ...invitePublisher('publisher@example.com'),
      target: 4,
      act: async (hands) => {
        await hands.click(hands.page.getByRole('link', { name: 'Invite' }))
        await hands.fill(hands.page.getByLabel('Email'), 'publisher@example.com')
        await hands.click(hands.page.getByLabel('Publish in Staging'))
        await hands.click(button(hands.page, 'Send'))
      },
    },
    keyboard: {
      ...invitePublisher('typed@example.com'),
      target: 4,
      act: async (hands) => {
        await hands.press('Control+k')
        await dialog(hands.page).getByRole('combobox').waitFor()
        await hands.type('invite typed@example.com publish staging')
        await hands.press('Enter', 'Enter')
      },
    },
  },
]
