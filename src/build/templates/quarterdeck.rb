class Quarterdeck < Formula
  desc "{{summary}}"
  homepage "{{homepage}}"
  url "{{url}}"
  sha256 "{{sha256}}"
  license "MIT"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink Dir["#{libexec}/bin/*"]
    man1.install_symlink libexec/"lib/node_modules/quarterdeck/qd.1"
    generate_completions_from_executable(bin/"qd", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/qd --version")
  end
end
