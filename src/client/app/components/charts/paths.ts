type Place = readonly [x: number, y: number]

const round = (value: number): number => Math.round(value * 10) / 10

/** Splits a list at its nulls. */
const runs = <One>(places: readonly (One | null)[]): One[][] =>
  places.reduce<One[][]>(
    (found, place) => {
      if (place === null) found.push([])
      else found.at(-1)?.push(place)
      return found
    },
    [[]],
  )

const stroke = (places: readonly Place[]): string =>
  places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

/** SVG path of a line through points, with gaps at nulls. */
export const linePath = (places: readonly (Place | null)[]): string => runs(places).map(stroke).join('')

/** SVG path of the area between a lower and an upper edge, with gaps at nulls. */
export const areaPath = (places: readonly (readonly [x: number, low: number, high: number] | null)[]): string =>
  runs(places)
    .filter((run) => run.length > 1)
    .map((run) => {
      const [up, back] = [run.map(([x, , high]): Place => [x, high]), run.map(([x, low]): Place => [x, low])]
      return `${stroke(up)}${stroke(back.toReversed()).replace('M', 'L')}Z`
    })
    .join('')
