import type { Page } from 'playwright-core'
import type { World } from './world.ts'

/**
 * A layer above a screen: its screen, how to open it, and what to wait for. `widths` limits it to some window widths.
 */
export type Layer = {
  readonly at: string
  readonly open: (page: Page) => Promise<unknown>
  readonly shows: string | RegExp
  readonly widths?: readonly number[]
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const wide = [1440, 768]
const flag = '/p/shop/flags/checkout'
const lists = '/p/shop/flags'

const addRule = async (page: Page) => {
  await button(/Add rule/)(page)
  await page.getByRole('combobox', { name: 'Rule 1, condition 1, attribute' }).fill('country')
  await page.getByLabel('Rule 1, condition 1, values').first().fill('NO')
  await page.getByLabel('Rule 1, condition 1, values').first().press('Enter')
  await page.keyboard.press('Escape')
  await page.getByText('1 unpublished change').waitFor()
}
const typed = (opener: string | RegExp) => async (page: Page) => {
  await button(opener)(page)
  await page
    .getByRole('dialog')
    .getByLabel(/^Type /)
    .waitFor()
}
const item = (opener: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await button(opener)(page)
  await page.getByRole('menuitem', { name }).first().click()
}

/** Every layer of the web UI, opened like a user does. */
export const layers = (world: World): Record<string, Layer> => ({
  palette: {
    at: lists,
    shows: 'turn off',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run' }).fill('turn off check')
      await page.getByRole('option').first().waitFor()
    },
  },
  'shortcut sheet': { at: lists, shows: 'Keyboard shortcuts', open: (page) => page.keyboard.press('?') },
  'account menu': { at: lists, shows: 'Sign out', open: button(/account menu for/) },
  'project menu': { at: lists, shows: 'All projects', open: button(/Switch project/), widths: wide },
  'snippet menu': { at: flag, shows: /Node/, open: button('Other snippets'), widths: [1440] },
  'more screens': {
    at: lists,
    shows: 'Activity',
    open: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
    widths: [390],
  },
  'edit metric': { at: '/p/shop/metrics/sales?env=development', shows: '3 users seen', open: button('Edit') },
  'new promise': {
    at: '/p/shop/promises?say=nobody where country is NO gets checkout off',
    shows: 'Production: ',
    open: (page) => page.getByLabel('Sentence').waitFor(),
  },
  'new flag': { at: `${lists}?new=true`, shows: 'Create flag', open: async () => undefined },
  'panel of a cell': {
    at: lists,
    shows: 'What to do and when',
    open: async (page) => {
      await page.locator('td[data-environment=production] button').first().click()
      await button('Schedule…')(page)
      await page.getByLabel('What to do and when').fill('on mon 9am')
    },
  },
  'flags chosen': {
    at: `${lists}?sel=checkout,hero&peek=hero`,
    shows: 'Open Hero',
    open: (page) => page.getByRole('complementary', { name: 'Preview of Hero' }).getByText('Production').waitFor(),
  },
  'menu of flags chosen': { at: `${lists}?sel=checkout,hero`, shows: 'Production', open: button('Turn off') },
  'sheet of flags chosen': {
    at: `${lists}?sel=checkout,hero`,
    shows: 'What changes',
    open: item('Turn on', /Production/),
  },
  'sheet of an intent': {
    at: `${lists}?act=copy:development+checkout+production`,
    shows: 'What changes',
    open: async () => undefined,
  },
  'publish sheet': {
    at: `${flag}?env=production`,
    shows: 'What changes',
    open: (page) => page.getByRole('switch', { name: /Production/ }).click(),
  },
  'rule open': { at: '/p/shop/flags/reviewed', shows: '1 unpublished change', open: addRule },
  'rule split, choices open': {
    at: '/p/shop/flags/hero',
    shows: '1 unpublished change',
    open: async (page) => {
      await addRule(page)
      await page.getByRole('button', { name: 'Split' }).last().click()
      await page.getByRole('combobox', { name: 'Rule 1, condition 1, operator' }).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  'menu of a rule': { at: flag, shows: 'Remove rule', open: button('Actions for rule 1') },
  'menu of an environment': { at: flag, shows: 'Undo last publish', open: button('Actions for Development') },
  'copy sheet': { at: flag, shows: 'What changes', open: item('Actions for Production', 'Copy from Development') },
  'undo sheet': { at: flag, shows: 'What changes', open: item('Actions for Production', 'Undo last publish') },
  'menu of a flag': { at: flag, shows: 'Archive', open: button('Flag actions') },
  'flag deleted': {
    at: '/p/shop/flags/gone',
    shows: 'Delete flag',
    open: item('Flag actions', 'Delete permanently…'),
  },
  'conflict of a draft': {
    at: `${flag}?env=staging`,
    shows: 'you both changed the same',
    open: async (page) => {
      await page.getByRole('switch', { name: /Staging/ }).waitFor()
      await page.getByLabel('Type a rule').fill('plan is pro')
      await page.getByLabel('Type a rule').press('Enter')
      await button(/^Everyone else/)(page)
      await page.getByRole('combobox', { name: 'Everyone else, variant' }).click()
      await page.getByRole('option', { name: 'off' }).click()
      await page.getByText(/unpublished change/).waitFor()
      await world.publish('checkout', 'staging', (document) => ({
        ...document,
        otherwise: {
          split: {
            parts: [
              { variant: 'on', from: 0, to: 20_000 },
              { variant: 'off', from: 20_000, to: 100_000 },
            ],
          },
        },
      }))
    },
  },
  'restore sheet': {
    at: `${flag}/history?env=development`,
    shows: 'What changes',
    open: async (page) => {
      await page
        .getByRole('link', { name: /Nordic launch/ })
        .first()
        .click()
      await button('Restore this revision')(page)
    },
  },
  'versions to compare': {
    at: `${flag}/history?env=development`,
    shows: /\(current\)/,
    open: async (page) => {
      await page
        .getByRole('link', { name: /Nordic launch/ })
        .first()
        .click()
      await page.getByRole('heading', { name: /Revision 4/ }).waitFor()
      await page.getByRole('combobox', { name: 'Compare with' }).click()
    },
  },
  'flags copied': {
    at: '/p/shop/compare?a=development&b=staging&only=all&q=reviewed',
    shows: 'What changes',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select flag reviewed' }).check()
      await button(/Copy to/)(page)
    },
  },
  'new segment': { at: '/p/shop/segments?new=true', shows: 'Create segment', open: async () => undefined },
  'draft of a segment': {
    at: '/p/shop/segments/staff',
    shows: 'unpublished change',
    open: async (page) => {
      await page.getByLabel('Always include').fill('user-1')
      await page.getByText('1 unpublished change').waitFor()
    },
  },
  attribute: { at: '/p/shop/contexts', shows: 'Known values', open: button('Edit country') },
  'change published without approval': {
    at: `/p/shop/changes/${world.reviewed}`,
    shows: 'Reason for skipping approval',
    open: button('Publish without approval…'),
  },
  'filter of the activity': {
    at: '/p/shop/activity',
    shows: 'Publish',
    open: (page) => page.getByRole('combobox', { name: 'Action' }).click(),
  },
  'menu of a key': { at: '/p/shop/connect', shows: 'Rotate', open: button('More actions for Web shop') },
  'key rotated': { at: '/p/shop/connect', shows: 'Rotate Backend', open: item('More actions for Backend', 'Rotate') },
  'pages of a key': {
    at: '/p/shop/connect',
    shows: 'Allowed origins',
    open: item('More actions for Web shop', 'Edit allowed origins'),
  },
  'key revoked': { at: '/p/shop/connect', shows: 'Revoke', open: typed('Revoke') },
  'new environment': {
    at: '/p/shop/settings/environments?new=true',
    shows: 'Create environment',
    open: async () => undefined,
  },
  'environment deleted': {
    at: '/p/shop/settings/environments?env=staging',
    shows: 'Delete environment',
    open: typed('Delete Staging…'),
  },
  'project archived': { at: '/p/shop/settings/danger', shows: 'Archive project', open: typed('Archive shop') },
  'new webhook': { at: '/p/shop/settings/webhooks', shows: 'Events', open: button('Add webhook') },
  'webhook edited': {
    at: `/p/shop/settings/webhooks?hook=${world.webhook}`,
    shows: 'Events',
    open: button('Edit'),
  },
  'webhook removed': {
    at: `/p/shop/settings/webhooks?hook=${world.webhook}`,
    shows: 'Remove webhook',
    open: typed('Remove'),
  },
  'new project': { at: '/projects?new=true', shows: 'Create project', open: async () => undefined },
  'two-factor set up': { at: '/me/security', shows: 'Turn on', open: button('Set up') },
  'menu of a user': { at: '/org/users', shows: 'Create password reset link', open: button('More actions for Vera') },
  'trail verified': { at: '/org/audit', shows: /whole|events/, open: button(/Verify|Check/) },
  'token rotated': {
    at: '/org/service-tokens?project=shop',
    shows: 'Rotate Pipeline',
    open: button('Rotate Pipeline'),
  },
  'token revoked': {
    at: '/org/service-tokens?project=shop',
    shows: 'Revoke token',
    open: typed('Revoke Pipeline'),
  },
  // Last, because it makes the session look old.
  'proof of identity': {
    at: '/me/tokens',
    shows: 'Confirm it’s you',
    open: async (page) => {
      await world.db
        .updateTable('session')
        .set({ authenticatedAt: new Date(Date.now() - 2 * 3_600_000) })
        .execute()
      await page.getByLabel('Name').fill('Old session')
      await button('Create token')(page)
    },
  },
})
