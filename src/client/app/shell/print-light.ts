/** Uses the light color scheme while printing. */
export function printLight(): void {
  const { dataset } = document.documentElement
  let chosen = dataset['mantineColorScheme']
  addEventListener('beforeprint', () => {
    chosen = dataset['mantineColorScheme']
    dataset['mantineColorScheme'] = 'light'
  })
  addEventListener('afterprint', () => {
    dataset['mantineColorScheme'] = chosen ?? 'light'
  })
}
