import type { ReactNode } from 'react'

/** One angle per series, so that areas can be told apart without color. */
const angles = [45, 135, 90, 0, 20]

/** Hatch pattern for an area: `fill="url(#id)"`. The first series of a chart uses the first angle. */
export function Hatch(props: { id: string; colour: string; at?: number; step?: number; strength?: number }): ReactNode {
  const { id, colour, at = 0, step = 6, strength = 1 } = props
  return (
    <pattern
      id={id}
      width={step}
      height={step}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${angles[(at + angles.length) % angles.length]})`}
    >
      <line x1={0} x2={0} y1={0} y2={step} stroke={colour} strokeWidth={strength} />
    </pattern>
  )
}
