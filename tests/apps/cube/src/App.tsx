import { useEffect, useRef, useState } from "react";
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export default function Cube() {
  const host = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    let renderer: THREE.WebGLRenderer;
    try {
      renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    } catch (error) {
      setFault("This device draws no WebGL.");
      return;
    }
    const scene = new THREE.Scene();
    const camera = new THREE.PerspectiveCamera(50, 16 / 9, 0.1, 100);
    camera.position.set(2, 2, 4);
    const cube = new THREE.Mesh(new THREE.BoxGeometry(1.4, 1.4, 1.4), new THREE.MeshStandardMaterial({ color: 0x3b82f6 }));
    scene.add(cube, new THREE.AmbientLight(0xffffff, 0.6));
    const light = new THREE.DirectionalLight(0xffffff, 2);
    light.position.set(3, 5, 2);
    scene.add(light);
    renderer.setSize(640, 360);
    host.current!.append(renderer.domElement);
    const controls = new OrbitControls(camera, renderer.domElement);
    renderer.setAnimationLoop((time) => {
      cube.rotation.y = time / 1500;
      controls.update();
      renderer.render(scene, camera);
    });
    return () => {
      renderer.setAnimationLoop(null);
      controls.dispose();
      renderer.dispose();
      renderer.domElement.remove();
    };
  }, []);
  return <><h1>A cube</h1>{fault ? <p role="alert">{fault}</p> : <div ref={host} />}</>;
}
