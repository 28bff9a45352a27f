import type { ShikiTransformer } from 'shiki'

/** How the variables of code's colors begin. */
export const colors = '--code-'

/**
 * Gives what is colored in code a class (`code-token-keyword`) in place of a style of its own, which the policy of the site
 * would have to name one by one.
 */
export const classesForColors: ShikiTransformer = {
  name: 'classes-for-colors',
  pre(node) {
    delete node.properties['style']
  },
  span(node) {
    const style = String(node.properties['style'] ?? '')
    const name = /var\(--([\w-]+)\)/.exec(style)?.[1]
    delete node.properties['style']
    if (name !== undefined) this.addClassToHast(node, name)
  },
}
