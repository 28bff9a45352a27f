import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { GraphNodeId } from '../../../../shared/features/publishing/schemas/graph.ts'

type Own = { project: string; environment: string; thing: GraphNodeId; children: ReactNode }
type Rest = Pick<
  ComponentProps<'a'>,
  'className' | 'style' | 'aria-label' | 'onFocus' | 'onMouseEnter' | 'onMouseLeave'
>

/** Link to the page of a thing. `data-place` locates it in the document. */
export function GraphNodeLink({
  project,
  environment,
  thing,
  ...rest
}: Own & Rest & { 'data-place'?: string }): ReactNode {
  if (thing.kind === 'flag')
    return (
      <Link
        to="/p/$project/flags/$flag"
        params={{ project, flag: thing.key }}
        search={{ env: environment }}
        {...rest}
      />
    )
  if (thing.kind === 'segment')
    return (
      <Link
        to="/p/$project/segments/$segment"
        params={{ project, segment: thing.key }}
        search={{ env: environment }}
        {...rest}
      />
    )
  if (thing.kind === 'promise') return <Link to="/p/$project/promises" params={{ project }} {...rest} />
  return <Link to="/p/$project/contexts" params={{ project }} search={{ env: environment }} {...rest} />
}
