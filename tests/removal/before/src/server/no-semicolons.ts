import { fanion } from '~/fanion'

const names = ['a', 'b']
const isNew = fanion.flags.newCheckout()
;[1, 2].forEach((n) => names.push(String(n)))
if (isNew) names.push('new')
;(names.length > 3 ? console.info : console.warn)(names)

let label: string
if (isNew) label = 'new'
else if (names.length) label = 'some'
else label = 'none'

export const described = `${label} (${isNew ? 'v2' : 'v1'})`
export const kind = isNew as boolean
export type Kind = typeof kind
