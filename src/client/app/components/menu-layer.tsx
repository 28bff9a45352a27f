import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useState } from 'react'

/** The menu of a button that was on the page before the menu's code was. */
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
  // a menu notes who had the focus when it opens: so it is there, closed, before
  const [ready, setReady] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setReady(true), [])
  return (
    <Menu id={id} opened={ready && opened} onChange={onChange} position={position} width={width}>
      <Menu.Target>
        <InPlace element={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** Gives the menu an element that stands elsewhere; what else the menu says of its target, that element says itself. */
function InPlace({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }): ReactNode {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const away = ref(element)
    return () => {
      if (typeof away === 'function') away()
      else ref(null)
    }
    // the menu makes its ref anew each time it is drawn
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [element])
  return null
}
