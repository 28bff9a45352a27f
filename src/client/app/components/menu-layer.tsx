import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useState } from 'react'

/** The lazily loaded menu of an existing button. */
export function MenuLayer(props: {
  id: string
  anchor: HTMLElement
  opened: boolean
  onChange: (opened: boolean) => void
  position: NonNullable<MenuProps['position']>
  width: number
  children: ReactNode
}): ReactNode {
  const { id, anchor, opened, onChange, position, width, children } = props
  // A menu records the focused element when it opens, so it must be rendered closed first.
  const [ready, setReady] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setReady(true), [])
  return (
    <Menu id={id} opened={ready && opened} onChange={onChange} position={position} width={width}>
      <Menu.Target>
        <ExistingTarget element={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** Passes an existing element to the menu as its target. The element sets its ARIA attributes itself. */
function ExistingTarget({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }): ReactNode {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const away = ref(element)
    return () => {
      if (typeof away === 'function') away()
      else ref(null)
    }
    // The menu creates a new ref with each render
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [element])
  return null
}
