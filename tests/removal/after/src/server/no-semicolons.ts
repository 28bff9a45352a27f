const names = ['a', 'b'];
[1, 2].forEach((n) => names.push(String(n)))
names.push('new')
;
(names.length > 3 ? console.info : console.warn)(names)

let label: string
label = 'new'

export const described = `${label} (v2)`
export const kind = true
export type Kind = typeof kind
