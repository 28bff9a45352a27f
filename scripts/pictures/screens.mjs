/** Changes the percentage of the rule with a split. */
const edit = async (page) => {
  await page.locator('[data-rule=nordic]').click()
  await page.getByRole('button', { name: '50%', exact: true }).first().click()
  await page.getByRole('region', { name: 'Unpublished changes' }).waitFor()
  await page.waitForTimeout(1_500)
}

/** The screens: name, address in the demo project, its design, and its phone design. */
export const screens = [
  { name: 'home', address: '/p/shop/home', design: '11-home' },
  { name: 'flags', address: '/p/shop/flags', design: '01-flag-list', phone: '13-phone-list' },
  {
    name: 'flag',
    address: '/p/shop/flags/checkout-v2?env=production',
    design: '02-flag-reading',
    phone: '14-phone-flag',
  },
  {
    name: 'flag-editing',
    address: '/p/shop/flags/checkout-v2?env=production',
    design: '03-flag-editing',
    then: edit,
  },
  {
    name: 'publish',
    address: '/p/shop/flags/checkout-v2?env=production',
    design: '05-publish-sheet',
    then: async (page) => {
      if ((await page.getByRole('region', { name: 'Unpublished changes' }).count()) === 0) await edit(page)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(1_500)
    },
    after: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard', exact: true }).click()
    },
  },
  {
    name: 'switch',
    address: '/p/shop/flags/reviews?env=production',
    phone: '15-phone-kill',
    then: async (page) => {
      await page.getByRole('switch', { name: /Production/ }).click()
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(2_500)
    },
  },
  { name: 'ramps', address: '/p/shop/ramps' },
  { name: 'ramp', address: '/p/shop/flags/one-page-checkout/ramp?env=production', design: '06-ramp' },
  { name: 'ramp-undone', address: '/p/shop/flags/recommendations-v2/ramp?env=production' },
  { name: 'experiments', address: '/p/shop/experiments' },
  { name: 'experiment', address: '/p/shop/experiments/fresh-first', design: '07-experiment' },
  { name: 'experiment-shipped', address: '/p/shop/experiments/pay-now' },
  { name: 'metrics', address: '/p/shop/metrics' },
  { name: 'metric', address: '/p/shop/metrics/customers-who-order' },
  { name: 'events', address: '/p/shop/metrics/events' },
  { name: 'event', address: '/p/shop/metrics/events/order-placed' },
  { name: 'code', address: '/p/shop/flags/checkout-v2/code' },
  { name: 'usage', address: '/p/shop/flags/checkout-v2/usage?env=production', design: '09-usage' },
  { name: 'history', address: '/p/shop/history', design: '08-history' },
  { name: 'compare', address: '/p/shop/compare', then: (page) => page.locator('details summary').first().click() },
  { name: 'connect', address: '/p/shop/connect?env=production', design: '18-connect' },
  { name: 'cleanup', address: '/p/shop/cleanup', design: '17-cleanup' },
  { name: 'changes', address: '/p/shop/changes?tab=all' },
  {
    name: 'change',
    address: '/p/shop/changes?tab=all',
    design: '04-change-review',
    then: async (page) => {
      await page
        .getByRole('link', { name: /Roll out reviews/ })
        .first()
        .click()
      await page.waitForURL(/changes\/\d+/)
      await page.waitForTimeout(1_500)
    },
  },
  { name: 'dependencies', address: '/p/shop/around', design: '12-dependencies' },
  { name: 'import', address: '/p/shop/import', design: '10-import' },
  { name: 'calendar', address: '/p/shop/changes?tab=scheduled' },
  {
    name: 'palette',
    address: '/p/shop/flags',
    then: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or run' }).waitFor()
    },
  },
  {
    name: 'filter',
    address: '/p/shop/flags',
    then: async (page) => {
      await page.getByRole('combobox', { name: 'Filter flags' }).click()
      await page.keyboard.type('is:')
    },
  },
]
