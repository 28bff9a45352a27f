import type { Projection } from '../../exporting/projection.ts'
import { memberOf, textOf } from '../../exporting/text-of.ts'

export const growthBookDocument = (projection: Projection): string => {
  const features: string[] = []
  for (const [, { piece }] of projection.flags()) {
    if (piece !== null) features.push(memberOf(piece.name, textOf(piece.json)))
  }
  return `{"status":200,"features":{${features.join(',')}}}`
}
