import { expect, it } from 'vitest'
import { leftOutText } from './left-out-text.ts'

it('names what a copy leaves behind, and where it stays', () => {
  const said = (...leftOut: string[]) => leftOutText({ key: 'checkout', leftOut }, 'Staging')
  expect([said(), said('Twins'), said('Twins', 'Halves', 'Thirds')]).toEqual([
    undefined,
    'Not copied: the rule “Twins” of checkout. It’s being measured in Staging, and stays there.',
    'Not copied: the rules “Twins”, “Halves” and “Thirds” of checkout. They’re being measured in Staging, and stay there.',
  ])
})
