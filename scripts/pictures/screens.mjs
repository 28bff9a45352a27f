/** The screens that are pictured: name, address in the demo project, and the design that each was built from. */
export const screens = [
  { name: 'home', address: '/p/shop/home', design: '11-home' },
  { name: 'flags', address: '/p/shop/flags', design: '01-flag-list' },
  { name: 'flag', address: '/p/shop/flags/checkout-v2?env=production', design: '02-flag-reading' },
  { name: 'usage', address: '/p/shop/flags/checkout-v2/usage?env=production', design: '09-usage' },
  { name: 'history', address: '/p/shop/history', design: '08-history' },
  { name: 'compare', address: '/p/shop/compare', then: (page) => page.locator('details summary').first().click() },
  { name: 'connect', address: '/p/shop/connect?env=production', design: '18-connect' },
  { name: 'cleanup', address: '/p/shop/cleanup', design: '17-cleanup' },
  { name: 'changes', address: '/p/shop/changes?tab=all', design: '04-change-review' },
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
