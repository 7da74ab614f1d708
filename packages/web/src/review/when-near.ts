/** How far beyond its scroll box and the window something is near, in CSS px. */
const NEAR = "800px";

/**
 * Tells when elements come near the screen, also within a scroll box, and when they leave; in the order in which
 * they are met. The answer of `watch` stops it. Without such an observer, everything is near.
 */
export function nearWatcher(): (element: Element, tell: (isNear: boolean) => void) => () => void {
  const told = new Map<Element, (isNear: boolean) => void>();
  // A browser that does not know the margin of scroll boxes tells when the element comes into sight.
  const margins: IntersectionObserverInit & { readonly scrollMargin: string } = {
    rootMargin: NEAR,
    scrollMargin: NEAR,
  };
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
  }, margins);
  return (element, tell) => {
    told.set(element, tell);
    observer.observe(element);
    return () => {
      told.delete(element);
      observer.unobserve(element);
    };
  };
}
