{
  description = "{{summary}}";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
    in
    {
      packages = nixpkgs.lib.genAttrs systems (system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
        in
        {
          default = pkgs.stdenvNoCC.mkDerivation {
            pname = "quarterdeck";
            version = "{{version}}";
            src = pkgs.fetchurl {
              url = "{{url}}";
              hash = "{{integrity}}";
            };
            sourceRoot = "package";
            nativeBuildInputs = [ pkgs.makeWrapper pkgs.installShellFiles ];
            installPhase = ''
              runHook preInstall
              mkdir -p $out/lib/quarterdeck $out/bin
              cp -r . $out/lib/quarterdeck
              makeWrapper ${pkgs.nodejs_24}/bin/node $out/bin/qd --add-flags $out/lib/quarterdeck/qd.js
              ln -s qd $out/bin/quarterdeck
              installManPage qd.1
              runHook postInstall
            '';
            meta = {
              description = "{{summary}}";
              homepage = "{{homepage}}";
              license = pkgs.lib.licenses.mit;
              mainProgram = "qd";
            };
          };
        });
    };
}
