// A figure stands in the document or in a shadow root, and several pages' worth of them may stand in
// one document: ids and the focus are looked up in the root that a node is in.

export type Root = Document | ShadowRoot;

export function rootOf(node: Node): Root {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

/** Of a node that something was just done to. */
export const rootOfEvent = ({ currentTarget }: Event): Root => rootOf(currentTarget as Node);

/** What has the focus in the document or shadow root of `node`. */
export const inFocus = (node: Node): Element | null =>
  node.isConnected ? rootOf(node).activeElement : null;
