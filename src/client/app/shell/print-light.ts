/** Paper is white: while a page is printed it has the light scheme, whatever its reader chose. */
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
